import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answered, emptyJson, type OrderDetail, orderApi, purchaseApi, type ShippedOrder } from '#frontend/api.ts'
import { ApiError } from '#frontend/api-error.ts'
import { queryKeys } from '#frontend/query-keys.ts'

const POLL = 3000
const PAGE = 20

/** A user's orders, newest first, in pages; polls while a payment is open. */
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
      const open = state.data?.pages.flatMap(({ orders }) => orders.filter((order) => order.state === 'placed')) ?? []
      return open.length > 0 && state.status !== 'error' ? Math.min(...open.map(everyMs)) : false
    },
  })
}

export function orderQuery(id: number) {
  return queryOptions({
    queryKey: queryKeys.orders.one(id),
    queryFn: () => {
      if (id < 1) throw new ApiError(404, { code: 'not_found' })
      return answered(orderApi[':id'].$get({ param: { id: String(id) } }))
    },
    refetchInterval: ({ state }) => state.data?.state === 'placed' && state.status !== 'error' && everyMs(state.data),
  })
}

/** Staff find a transfer in hours, the wallet tells a payment in seconds. */
function everyMs({ transfer }: Pick<OrderDetail, 'transfer'>): number {
  return transfer ? 20 * POLL : POLL
}

/** The user's unpaid order, null without one; polls every three seconds while it exists. */
export function openOrderQuery(userId: number) {
  return queryOptions({
    queryKey: queryKeys.orders.open(userId),
    queryFn: async () => (await answered(orderApi.open.$get())).order,
    refetchInterval: ({ state }) => (state.data && state.status !== 'error' ? POLL : false),
  })
}

/** The user's last order of this cart with address and invoice: the unpaid one, or `lastId`. Null: none; undefined: unknown. */
export function useLastOrder(userId: number, lastId: number | null): ShippedOrder | null | undefined {
  const open = useQuery(openOrderQuery(userId))
  const isBare = open.data?.shipping === null && open.data.invoice === null
  const id = open.data ? open.data.id : lastId
  const known = useQuery({ ...orderQuery(id ?? 0), enabled: open.data !== undefined && id !== null && !isBare })
  if (open.isPending) return undefined
  if (open.data && isBare) return { ...open.data, address: null, refundCbu: null }
  return id === null || known.isError ? null : known.data
}

export function useCancelOrder(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => answered(orderApi[':id'].cancel.$post({ param: { id: String(id) } }, emptyJson)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.orders.all }),
  })
}
