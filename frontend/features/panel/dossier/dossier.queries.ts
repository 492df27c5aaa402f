// What the dossiers read beside the lists of the panel.
import { queryOptions } from '@tanstack/react-query'
import { answered, dossierApi, productApi, purchaseApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

const idOf = (id: number) => ({ param: { id: String(id) } })

/** A product whatever its state. */
export function dossierProductQuery(id: number) {
  return queryOptions({
    queryKey: queryKeys.panel.list('product dossier', { id }),
    queryFn: () => answered(productApi[':id'].$get(idOf(id))),
  })
}

/** An account with the sessions and the order that it has open. */
export function dossierUserQuery(id: number) {
  return queryOptions({
    queryKey: queryKeys.panel.list('user dossier', { id }),
    queryFn: () => answered(dossierApi.users[':id'].$get(idOf(id))),
  })
}

/** The newest orders of an account, so many. */
export function dossierOrdersQuery(userId: number, count: number) {
  return queryOptions({
    queryKey: queryKeys.panel.list('orders of', { userId }),
    queryFn: () => answered(purchaseApi[':id'].$get({ ...idOf(userId), query: { size: String(count) } })),
  })
}

/** The payments of an order as the provider tells of them now. */
export function rawPaymentsQuery(orderId: number) {
  return queryOptions({
    queryKey: queryKeys.panel.list('raw payments', { orderId }),
    queryFn: () => answered(dossierApi.orders[':id'].payments.$get(idOf(orderId))),
    staleTime: 30_000,
  })
}
