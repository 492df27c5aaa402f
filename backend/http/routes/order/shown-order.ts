// Answers an order command with the order's updated row.
import type { Context } from 'hono'
import type { UserEnv } from '#backend/http/middleware/allow.ts'
import { notFound } from '#backend/http/middleware/problems.ts'
import { notePosition } from '#backend/http/middleware/read-your-writes.ts'
import { findOrder } from '#backend/readmodels/orders/orders.queries.ts'

export async function answerOrder(c: Context<UserEnv>, orderId: number, { position }: { position: number }) {
  const { db, services } = c.var.shop
  notePosition(c, position)
  return c.json((await findOrder(db, orderId, services.now())) ?? notFound(), 200)
}
