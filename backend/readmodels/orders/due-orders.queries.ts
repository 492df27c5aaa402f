import { sql } from 'kysely'
import type { Database } from '#backend/readmodels/database.ts'

export type OpenCheckout = { orderId: number; reference: string }

/**
 * Placed orders, and those that ended unpaid in the last three days. At most five hundred: first those behind `after`,
 * then from the start.
 */
export async function listOpenCheckouts(db: Database, now: Date, after: number): Promise<OpenCheckout[]> {
  const threeDaysAgo = new Date(now.getTime() - 72 * 3_600_000)
  const rows = await db
    .selectFrom('rm.orders')
    .select(['order_id', 'reference'])
    .where((eb) =>
      eb.or([
        eb('state', '=', 'placed'),
        eb.and([eb('state', 'in', ['expired', 'rejected', 'cancelled']), eb('updated_at', '>', threeDaysAgo)]),
      ]),
    )
    .where('init_point', 'is not', null)
    .orderBy(sql`order_id <= ${after}`)
    .orderBy('order_id')
    .limit(500)
    .execute()
  return rows.map((row) => ({ orderId: row.order_id, reference: row.reference }))
}

export async function listOverdueOrders(db: Database, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('rm.orders')
    .select('order_id')
    .where('state', '=', 'placed')
    .where('hold_until', '<=', now)
    .limit(500)
    .execute()
  return rows.map((row) => row.order_id)
}
