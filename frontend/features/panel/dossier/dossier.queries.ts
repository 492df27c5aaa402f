import { queryOptions } from '@tanstack/react-query'
import { answered, panelApi, productApi, purchaseApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

const idOf = (id: number) => ({ param: { id: String(id) } })

export function dossierProductQuery(id: number) {
  return queryOptions({
    queryKey: queryKeys.panel.list('product dossier', { id }),
    queryFn: () => answered(productApi[':id'].$get(idOf(id))),
  })
}

export function dossierUserQuery(id: number) {
  return queryOptions({
    queryKey: queryKeys.panel.list('user dossier', { id }),
    queryFn: () => answered(panelApi.users[':id'].$get(idOf(id))),
  })
}

export function dossierOrdersQuery(userId: number, count: number) {
  return queryOptions({
    queryKey: queryKeys.panel.list('orders of', { userId }),
    queryFn: () => answered(purchaseApi[':id'].$get({ ...idOf(userId), query: { size: String(count) } })),
  })
}

export function rawPaymentsQuery(orderId: number) {
  return queryOptions({
    queryKey: queryKeys.panel.list('raw payments', { orderId }),
    queryFn: () => answered(panelApi.orders[':id'].payments.$get(idOf(orderId))),
    staleTime: 30_000,
  })
}
