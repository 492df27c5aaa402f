import { queryOptions } from '@tanstack/react-query'
import { isOnItsWay } from '#backend/domain/payment/refund-state.limits.ts'
import { answered, panelApi } from '#frontend/api.ts'
import { daysOf, listCall, type OrdersAddress } from './panel-address.ts'
import { panelPageQuery, panelQuery } from './panel-query.ts'

const POLL_MS = 3000

export function panelOrdersQuery(address: OrdersAddress) {
  const query = { ...listCall('orders', address), ...daysOf(address) }
  return panelPageQuery('orders', query, () => answered(panelApi.orders.$get({ query })))
}

export function panelOrderQuery(id: number) {
  return queryOptions({
    ...panelQuery('order', { id }, () => answered(panelApi.orders[':id'].$get({ param: { id: String(id) } }))),
    // A refund takes a moment.
    refetchInterval: ({ state: { data } }) => {
      const isGoingBack = data?.refunds.some(isOnItsWay) || data?.fullRefunds.some(isOnItsWay)
      return isGoingBack || data?.aside.some(({ state }) => state === 'refunding') ? POLL_MS : false
    },
  })
}

export const unmatchedQuery = queryOptions({
  ...panelQuery('unmatched', {}, () => answered(panelApi.unmatched.$get())),
  refetchInterval: ({ state: { data } }) =>
    data?.payments.some(({ state }) => state === 'refunding' || state === 'unanswered') ? POLL_MS : false,
})
