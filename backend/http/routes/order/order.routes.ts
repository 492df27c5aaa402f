import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { endOrderNow } from '#backend/commands/end-order.ts'
import { requestWithdrawal } from '#backend/commands/request-withdrawal.ts'
import { idParam, listQuery, sizedListQuery } from '#backend/domain/list.contract.ts'
import {
  guestEntry,
  lookedUpAnswer,
  type OrderDetail,
  openOrderAnswer,
  orderAnswer,
  orderDetailAnswer,
  purchaseEcho,
  shippedOrderAnswer,
} from '#backend/domain/order/order.contract.ts'
import { handedOverAt } from '#backend/domain/order/order.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import { normalEmail } from '#backend/domain/user/user.ts'
import { type Call, message } from '#backend/http/contract/call.ts'
import {
  type ApiEnv,
  allow,
  commandContext,
  requireOwn,
  sessionOf,
  type UserEnv,
} from '#backend/http/middleware/allow.ts'
import { listHeaders } from '#backend/http/middleware/list-page.ts'
import { limitNaming } from '#backend/http/middleware/rate-limit.ts'
import {
  findNewestOrderId,
  findOpenOrder,
  findOrder,
  listOrders,
  listOrdersOf,
} from '#backend/readmodels/orders/orders.queries.ts'
import { findUser } from '#backend/readmodels/users/users.queries.ts'
import { answerOrder, orderActRoutes } from './order-act.routes.ts'
import { shippedFor } from './shipped-to.ts'
import { transferRoutes } from './transfer.routes.ts'

const calls = {
  all: { does: 'All orders.', returns: z.array(orderAnswer), rate: 'list' },
  ofAccount: {
    does: 'The orders of one account, `size` a page: the own one, or any for the staff who read orders.',
    returns: z.array(orderAnswer),
    refuses: ['not_found'],
  },
  purchase: {
    does: "The caller's order as it is; makes nothing paid.",
    returns: orderDetailAnswer,
    refuses: ['not_found'],
  },
  open: { does: "The caller's order that waits for its payment, null if there is none.", returns: openOrderAnswer },
  one: {
    does: "One order: the caller's, or any for the staff who read orders.",
    returns: shippedOrderAnswer,
    refuses: ['not_found'],
  },
  cancel: {
    does: "Cancels the caller's order that is not paid.",
    returns: orderDetailAnswer,
    refuses: ['not_found', 'order_not_open', 'payment_unavailable'],
  },
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

export const purchaseRoutes = new Hono<ApiEnv>()
  .get('/', allow('orders:read', calls.all, { query: listQuery }), async (c) => {
    const { page } = c.req.valid('query')
    const part = await listOrders(c.var.shop.db, page)
    return c.json(part.rows, 200, listHeaders(part, '/api/purchase', { page }))
  })
  .get('/:id', allow('user', calls.ofAccount, { param: idParam, query: sizedListQuery }), async (c) => {
    const { page, size } = c.req.valid('query')
    const { id: userId } = c.req.valid('param')
    const { db } = c.var.shop
    if (!may(c.get('session'), 'orders:read')) requireOwn(c, { userId })
    else if (!(await findUser(db, userId))) throw new Rejection('not_found')
    const part = await listOrdersOf(db, userId, page, size)
    const asked = { page, ...(size !== undefined && { size }) }
    return c.json(part.rows, 200, listHeaders(part, `/api/purchase/${userId}`, asked))
  })
  .post('/new', allow('user', calls.purchase, { json: purchaseEcho }), async (c) => {
    // Called by the success page; only reports the real state.
    const { userId, orderId } = requireOwn(c, c.req.valid('json'))
    const order = await findOwnOrder(c, orderId ?? (await findNewestOrderId(c.var.shop.db, userId)) ?? 0)
    return c.json(requireOwn(c, order), 200)
  })

export const orderRoutes = new Hono<ApiEnv>()
  .route('/', orderActRoutes)
  .route('/', transferRoutes)
  .post('/lookup', allow('public', calls.lookUp, { json: guestEntry }), async (c) => {
    const named = c.req.valid('json')
    const { id, state, shipping, placedAt, timeline } = await findNamed(c, 'orderLookup', named)
    // Hides products and address, since anybody may know the e-mail.
    const steps = timeline.map((step) => ({ state: step.state, at: step.at }))
    return c.json({ id, state, isPickup: shipping === null, placedAt, timeline: steps }, 200)
  })
  .post('/withdrawal', allow('public', calls.withdraw, { json: guestEntry }), async (c) => {
    const named = c.req.valid('json')
    const { id: orderId, timeline } = await findNamed(c, 'withdrawal', named)
    const context = { actor: 'visitor', correlation: c.get('requestId') } as const
    await requestWithdrawal(c.var.shop.services, context, { orderId, deliveredAt: handedOverAt(timeline) })
    return c.json({ msg: 'Recibimos tu pedido. Te mandamos su código por correo.' }, 202)
  })
  .get('/open', allow('user', calls.open), async (c) => {
    const { session, shop } = c.var
    return c.json({ order: (await findOpenOrder(shop.db, session.userId, shop.now())) ?? null }, 200)
  })
  .get('/:id', allow('user', calls.one, { param: idParam }), async (c) => {
    const order = await findOwnOrder(c, c.req.valid('param').id)
    return c.json(await shippedFor(c.var.shop.store, c.var.session, order), 200)
  })
  .post('/:id/cancel', allow('user', calls.cancel, { param: idParam }), async (c) => {
    const { id } = requireOwn(c, await findOwnOrder(c, c.req.valid('param').id))
    const cancel = { type: 'CancelOrder', reason: 'by_user', now: c.var.shop.now() } as const
    return answerOrder(c, id, endOrderNow(c.var.shop.services, commandContext(c), id, cancel))
  })

/** Other people's orders look absent, except to staff. */
async function findOwnOrder(c: Context<UserEnv>, orderId: number): Promise<OrderDetail> {
  const { session, shop } = c.var
  const order = await findOrder(shop.db, orderId, shop.now())
  if (!order || (order.userId !== session.userId && !may(session, 'orders:read'))) throw new Rejection('not_found')
  return order
}

/** For buyers without session, by order number and e-mail. A wrong e-mail looks like an absent order. */
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
