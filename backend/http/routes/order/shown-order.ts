// Answers an order command with the order's updated row.
import type { Context } from 'hono'
import { Rejection } from '#backend/domain/rejection.ts'
import { shopOf } from '#backend/http/api-shop.ts'
import type { UserEnv } from '#backend/http/middleware/allow.ts'
import { notePosition } from '#backend/http/middleware/read-your-writes.ts'
import { findOrder } from '#backend/readmodels/orders/orders.queries.ts'

export async function answerOrder(c: Context<UserEnv>, orderId: number, { position }: { position: number }) {
  const { db, services } = shopOf(c)
  notePosition(c, position)
  const order = await findOrder(db, orderId, services.now())
  if (!order) throw new Rejection('not_found')
  return c.json(order, 200)
}
