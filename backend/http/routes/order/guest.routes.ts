// /api/order/lookup and withdrawal: for buyers without session, by order number and e-mail.
import { type Context, Hono } from 'hono'
import { requestWithdrawal } from '#backend/commands/request-withdrawal.ts'
import { guestEntry, lookedUpAnswer, type OrderDetail } from '#backend/domain/order/order.contract.ts'
import { isHandedOver } from '#backend/domain/order/order.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { normalEmail } from '#backend/domain/user/user.ts'
import { type Call, message } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, sessionOf } from '#backend/http/middleware/allow.ts'
import { once } from '#backend/http/middleware/idempotency-key.ts'
import { limitNaming } from '#backend/http/middleware/rate-limit.ts'
import { findOrder } from '#backend/readmodels/orders/orders.queries.ts'
import { findUser } from '#backend/readmodels/users/users.queries.ts'

const calls = {
  lookUp: {
    does: 'How an order stands, for who knows its number and the e-mail of its buyer.',
    returns: lookedUpAnswer,
    refuses: ['not_found'],
  },
  withdraw: {
    does: 'Takes a purchase back, for who knows its number and the e-mail of its buyer; a code comes by mail.',
    status: 202,
    returns: message,
    refuses: ['not_found', 'order_not_paid', 'withdrawal_too_late'],
  },
} satisfies Record<string, Call>

/** A wrong e-mail looks like an absent order. */
export const guestRoutes = new Hono<ApiEnv>()
  .post('/lookup', allow('public', calls.lookUp, { json: guestEntry }), async (c) => {
    const named = c.req.valid('json')
    const { id, state, shipping, placedAt, timeline } = await findNamed(c, 'orderLookup', named)
    // Hides products and address, since anybody may know the e-mail.
    const steps = timeline.map((step) => ({ state: step.state, at: step.at }))
    return c.json({ id, state, isPickup: shipping === null, placedAt, timeline: steps }, 200)
  })
  .post('/withdrawal', allow('public', calls.withdraw, { json: guestEntry }), once, async (c) => {
    const named = c.req.valid('json')
    const { id: orderId, timeline } = await findNamed(c, 'withdrawal', named)
    const delivered = timeline.find(({ state }) => isHandedOver(state))
    const context = { actor: 'visitor', correlation: c.get('requestId') } as const
    const deliveredAt = delivered ? new Date(delivered.at) : null
    await requestWithdrawal(c.var.shop.services, context, { orderId, deliveredAt })
    return c.json({ msg: 'Recibimos tu pedido. Te mandamos su código por correo.' }, 202)
  })

async function findNamed(
  c: Context<ApiEnv>,
  limit: 'orderLookup' | 'withdrawal',
  { orderId, email }: { orderId: number; email: string },
): Promise<OrderDetail> {
  const { db, services } = c.var.shop
  const order = await findOrder(db, orderId, services.now())
  const buyer = await findUser(db, order?.userId ?? 0)
  const isNamed = Boolean(order && buyer?.email && normalEmail(buyer.email) === normalEmail(email))
  const isOwner = isNamed && (await sessionOf(c))?.userId === order?.userId
  if (!isOwner) await limitNaming(c, limit, isNamed ? undefined : normalEmail(email))
  if (!order || !isNamed) throw new Rejection('not_found')
  return order
}
