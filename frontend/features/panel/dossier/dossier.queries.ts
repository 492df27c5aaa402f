import { answered, panelApi, productApi, purchaseApi } from '#frontend/api.ts'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'

const idOf = (id: number) => ({ param: { id: String(id) } })

export const dossierProductQuery = (id: number) =>
  panelQuery('product dossier', { id }, () => answered(productApi[':id'].$get(idOf(id))))

export const dossierUserQuery = (id: number) =>
  panelQuery('user dossier', { id }, () => answered(panelApi.users[':id'].$get(idOf(id))))

export const dossierOrdersQuery = (userId: number, count: number) =>
  panelQuery('orders of', { userId }, () =>
    answered(purchaseApi[':id'].$get({ ...idOf(userId), query: { size: String(count) } })),
  )

export const rawPaymentsQuery = (orderId: number) => ({
  ...panelQuery('raw payments', { orderId }, () => answered(panelApi.orders[':id'].payments.$get(idOf(orderId)))),
  staleTime: 30_000,
})
