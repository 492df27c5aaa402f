// /api/purchase and /api/order: orders for buyers and staff.
import { type Context, Hono } from 'hono'
import { endOrderNow } from '#backend/commands/end-order.ts'
import { listQuery, sizedListQuery } from '#backend/domain/list.contract.ts'
import { purchaseEcho } from '#backend/domain/order/order.contract.ts'
import { idParam } from '#backend/domain/product/product.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import { type ApiEnv, allow, commandContext, requireOwn, type UserEnv } from '#backend/http/middleware/allow.ts'
import { listHeaders } from '#backend/http/middleware/list-page.ts'
import { waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import {
  findNewestOrderId,
  findOpenOrder,
  findOrder,
  listOrders,
  listOrdersOf,
  type OrderDetail,
} from '#backend/readmodels/orders/orders.queries.ts'
import { findUser } from '#backend/readmodels/users/users.queries.ts'
import { fulfilmentRoutes } from './fulfilment.routes.ts'
import { guestRoutes } from './guest.routes.ts'
import { refundRoutes } from './refund.routes.ts'
import { shippedFor } from './shipped-to.ts'
import { type OrderShop, orderShownAt } from './shown-order.ts'

export function purchaseRoutes(shop: OrderShop) {
  const { db, positions } = shop
  return new Hono<ApiEnv>()
    .get('/', allow('orders:read', 'list'), validate('query', listQuery), async (c) => {
      const page = Number(c.req.valid('query').page ?? 1)
      await waitForOwnWrites(c, positions, ['orders'])
      const part = await listOrders(db, page)
      return c.json(part.rows, 200, listHeaders(part, '/api/purchase', { page }))
    })
    .get('/:id', allow('user'), validate('param', idParam), validate('query', sizedListQuery), async (c) => {
      const { page: wanted = '1', size } = c.req.valid('query')
      const page = Number(wanted)
      const userId = Number(c.req.valid('param').id)
      if (!may(c.get('session'), 'orders:read')) requireOwn(c, userId)
      else if (!(await findUser(db, userId))) throw new Rejection('not_found')
      await waitForOwnWrites(c, positions, ['orders'])
      const part = await listOrdersOf(db, userId, page, size === undefined ? undefined : Number(size))
      const asked = { page, ...(size !== undefined && { size }) }
      return c.json(part.rows, 200, listHeaders(part, `/api/purchase/${userId}`, asked))
    })
    .post('/new', allow('user'), validate('json', purchaseEcho), async (c) => {
      // Called by the success page; only reports the real state.
      const { userId, orderId } = c.req.valid('json')
      requireOwn(c, userId)
      await waitForOwnWrites(c, positions, ['orders'])
      const order = await findOwnOrder(shop, c, orderId ?? (await findNewestOrderId(db, userId)) ?? 0)
      requireOwn(c, order.userId)
      return c.json(order, 200)
    })
}

export function orderRoutes(shop: OrderShop) {
  const { db, positions, services } = shop
  return new Hono<ApiEnv>()
    .route('/', fulfilmentRoutes(shop))
    .route('/', refundRoutes(shop))
    .route('/', guestRoutes(shop))
    .get('/open', allow('user'), async (c) => {
      await waitForOwnWrites(c, positions, ['orders'])
      return c.json({ order: (await findOpenOrder(db, c.get('session').userId, services.now())) ?? null }, 200)
    })
    .get('/:id', allow('user'), validate('param', idParam), async (c) => {
      await waitForOwnWrites(c, positions, ['orders'])
      const order = await findOwnOrder(shop, c, Number(c.req.valid('param').id))
      return c.json(await shippedFor(services.store, c.get('session'), order), 200)
    })
    .post('/:id/cancel', allow('user'), validate('param', idParam), async (c) => {
      await waitForOwnWrites(c, positions, ['orders'])
      const { id, userId } = await findOwnOrder(shop, c, Number(c.req.valid('param').id))
      requireOwn(c, userId)
      const { position } = await endOrderNow(services, commandContext(c), id, {
        type: 'CancelOrder',
        reason: 'by_user',
      })
      return c.json(await orderShownAt(c, shop, id, position), 200)
    })
}

/** Other people's orders look absent, except to staff. */
async function findOwnOrder({ db, services }: OrderShop, c: Context<UserEnv>, orderId: number): Promise<OrderDetail> {
  const order = await findOrder(db, orderId, services.now())
  const session = c.get('session')
  if (!order || (order.userId !== session.userId && !may(session, 'orders:read'))) throw new Rejection('not_found')
  return order
}
