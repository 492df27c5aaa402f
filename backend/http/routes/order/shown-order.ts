// Answers an order command with the order's updated row.
import type { Context } from 'hono'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import type { OrderDetail } from '#backend/domain/order/order.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import type { UserEnv } from '#backend/http/middleware/allow.ts'
import { notePosition } from '#backend/http/middleware/read-your-writes.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findOrder } from '#backend/readmodels/orders/orders.queries.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'

export type OrderShop = { db: Database; positions: Positions<ReadModelName>; services: PurchaseServices }

export async function orderShownAt(
  c: Context<UserEnv>,
  { db, positions, services }: OrderShop,
  orderId: number,
  position: number,
): Promise<OrderDetail> {
  notePosition(c, position)
  await positions.waitFor(['orders'], position)
  const order = await findOrder(db, orderId, services.now())
  if (!order) throw new Rejection('not_found')
  return order
}
