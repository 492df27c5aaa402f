// Answers an order command with the order's updated row.
import type { Context } from 'hono'
import type { OrderDetail } from '#backend/domain/order/order.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { UserEnv } from '#backend/http/middleware/allow.ts'
import { waitForWrite } from '#backend/http/middleware/read-your-writes.ts'
import { findOrder } from '#backend/readmodels/orders/orders.queries.ts'

export async function orderShownAt(
  c: Context<UserEnv>,
  { db, services }: ApiShop,
  orderId: number,
  position: number,
): Promise<OrderDetail> {
  await waitForWrite(c, position, ['orders'])
  const order = await findOrder(db, orderId, services.now())
  if (!order) throw new Rejection('not_found')
  return order
}
