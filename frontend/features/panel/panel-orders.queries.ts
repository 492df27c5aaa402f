import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isOnItsWay } from '#backend/domain/payment/refund-state.limits.ts'
import { answered, panelApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { daysOf, listCall, type OrdersAddress } from './panel-address.ts'

const POLL_MS = 3000

export function panelOrdersQuery(address: OrdersAddress) {
  const query = { ...listCall('orders', address), ...daysOf(address) }
  return queryOptions({
    queryKey: queryKeys.panel.list('orders', query),
    queryFn: () => answered(panelApi.orders.$get({ query })),
    placeholderData: keepPreviousData,
  })
}

export function panelOrderQuery(id: number) {
  return queryOptions({
    queryKey: queryKeys.panel.list('order', { id }),
    // A refund takes a moment.
    refetchInterval: ({ state: { data } }) => {
      const isGoingBack = data?.refunds.some(isOnItsWay) || data?.fullRefunds.some(isOnItsWay)
      return isGoingBack || data?.aside.some(({ state }) => state === 'refunding') ? POLL_MS : false
    },
    queryFn: () => answered(panelApi.orders[':id'].$get({ param: { id: String(id) } })),
  })
}

export const unmatchedQuery = queryOptions({
  queryKey: queryKeys.panel.list('unmatched', {}),
  queryFn: () => answered(panelApi.unmatched.$get()),
  refetchInterval: ({ state: { data } }) =>
    data?.payments.some(({ state }) => state === 'refunding' || state === 'unanswered') ? POLL_MS : false,
})
