// Reads of the caller's orders, and cancelling one.
import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answered, emptyJson, orderApi, purchaseApi, type ShippedOrder } from '#frontend/api.ts'
import { ApiError } from '#frontend/api-error.ts'
import { queryKeys } from '#frontend/query-keys.ts'

const POLL = 3000
/** Orders that are asked for at once. */
const PAGE = 20

/** A user's orders, newest first, some at a time; asked again every three seconds while the payment of one is still open. */
export function ordersQuery(userId: number) {
  return infiniteQueryOptions({
    queryKey: queryKeys.orders.of(userId),
    queryFn: async ({ pageParam }) => {
      const query = { page: String(pageParam), size: String(PAGE) }
      const answer = purchaseApi[':id'].$get({ param: { id: String(userId) }, query })
      const orders = await answered(answer)
      return { orders, total: Number((await answer).headers.get('x-total-count')) }
    },
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) => {
      const isOpen = state.data?.pages.some(({ orders }) => orders.some((order) => order.state === 'placed'))
      return isOpen && state.status !== 'error' ? POLL : false
    },
  })
}

/** One order; asked again every three seconds while its payment is still open. */
export function orderQuery(id: number) {
  return queryOptions({
    queryKey: queryKeys.orders.one(id),
    queryFn: () => {
      if (id < 1) throw new ApiError(404, { code: 'not_found' })
      return answered(orderApi[':id'].$get({ param: { id: String(id) } }))
    },
    refetchInterval: ({ state }) => (state.data?.state === 'placed' && state.status !== 'error' ? POLL : false),
  })
}

/** The user's order that waits for its payment, null without one; asked again every three seconds while there is one. */
export function openOrderQuery(userId: number) {
  return queryOptions({
    queryKey: queryKeys.orders.open(userId),
    queryFn: async () => (await answered(orderApi.open.$get())).order,
    refetchInterval: ({ state }) => (state.data && state.status !== 'error' ? POLL : false),
  })
}

/**
 * The order that this user placed last of their cart, with its address: the one that waits for its payment, or the one of `lastId`. null
 * without one; undefined until it is known.
 */
export function useLastOrder(userId: number, lastId: number | null): ShippedOrder | null | undefined {
  const open = useQuery(openOrderQuery(userId))
  const isPickup = open.data?.shipping === null
  const id = open.data ? open.data.id : lastId
  const known = useQuery({ ...orderQuery(id ?? 0), enabled: open.data !== undefined && id !== null && !isPickup })
  if (open.isPending) return undefined
  if (open.data && isPickup) return { ...open.data, address: null }
  return id === null || known.isError ? null : known.data
}

/** Cancels an own placed order and gives its stock back. */
export function useCancelOrder(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => answered(orderApi[':id'].cancel.$post({ param: { id: String(id) } }, emptyJson)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.orders.all }),
  })
}
