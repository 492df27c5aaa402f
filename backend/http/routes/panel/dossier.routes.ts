// /api/panel: the dossiers of orders and people.
import { Hono } from 'hono'
import { refusalOf } from '#backend/commands/reconciliation/provider-failure.ts'
import { idParam } from '#backend/domain/list.contract.ts'
import { type OrderDetail, panelOrderAnswer, rawPaymentsAnswer } from '#backend/domain/order/order.contract.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import { userDossierAnswer } from '#backend/domain/user/user.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { notFound } from '#backend/http/middleware/problems.ts'
import { shippedFor } from '#backend/http/routes/order/shipped-to.ts'
import { findOpenOrder, findOrder, findReference } from '#backend/readmodels/orders/orders.queries.ts'
import { listAsideOf } from '#backend/readmodels/overview/payments-aside.queries.ts'
import { findUser } from '#backend/readmodels/users/users.queries.ts'
import type { ShopStore } from '#backend/shop-store.ts'

const calls = {
  order: { does: 'One order with its buyer.', returns: panelOrderAnswer, refuses: ['not_found'] },
  payments: {
    does: "The payments of an order in the provider's own words, what is of the payer masked.",
    returns: rawPaymentsAnswer,
    refuses: ['not_found', 'payment_unavailable'],
  },
  user: {
    does: 'One account, with the sessions and the order that it has open.',
    returns: userDossierAnswer,
    refuses: ['not_found'],
  },
} satisfies Record<string, Call>

export const dossierRoutes = new Hono<ApiEnv>()
  .get('/orders/:id', allow('orders:read', calls.order, { param: idParam }), async (c) => {
    const { db, store, now } = c.var.shop
    const order = (await findOrder(db, c.req.valid('param').id, now())) ?? notFound()
    const buyer = await findUser(db, order.userId)
    const shown = await shippedFor(store, c.get('session'), order)
    const aside = await listAsideOf(db, order.id)
    const answers = await refundAnswers(store, order)
    return c.json({ ...shown, buyer: buyer?.name ?? null, aside, refundAnswers: answers }, 200)
  })
  .get('/orders/:id/payments', allow('orders:read', calls.payments, { param: idParam }), async (c) => {
    const { db, services } = c.var.shop
    const reference = (await findReference(db, c.req.valid('param').id)) ?? notFound()
    const payments = await services.wallet.findRawPayments(reference).catch((error: unknown) => {
      throw refusalOf(error)
    })
    return c.json({ payments }, 200)
  })
  .get('/users/:id', allow('accounts:read', calls.user, { param: idParam }), async (c) => {
    const { db, sessions, now } = c.var.shop
    const user = (await findUser(db, c.req.valid('param').id)) ?? notFound()
    const [open, { length: count }] = await Promise.all([findOpenOrder(db, user.id, now()), sessions.list(user.id)])
    const openOrder = open ? { id: open.id, total: open.total, holdUntil: open.holdUntil } : null
    return c.json({ user, sessions: count, openOrder }, 200)
  })

/** The provider's words about refused or unanswered refunds. */
async function refundAnswers(
  store: ShopStore,
  { id, refunds, fullRefunds }: Pick<OrderDetail, 'id' | 'refunds' | 'fullRefunds'>,
): Promise<Record<string, string>> {
  const isStuck = ({ state }: { state: string }) => state === 'refused' || state === 'unanswered'
  if (![...refunds, ...fullRefunds].some(isStuck)) return {}
  const stream = `payment-${id}` as const
  const events = (await store.readStreams([stream])).get(stream) ?? []
  return Object.fromEntries(
    events.flatMap(({ data }) => {
      if (!('detail' in data)) return []
      // Keeps the first sentence; the rest repeats it for programs.
      const isPart = 'refund' in data && data.refund !== wholePayment
      return [[isPart ? String(data.refund) : data.paymentId, data.detail.replace(/ \[\{.*$/s, '')]]
    }),
  )
}
