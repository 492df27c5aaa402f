// Checks acknowledged answers against the log: every acknowledged order and addition exists exactly once.

import type { Core } from '#backend/shop.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { atRest } from '#scripts/fault-injection/processes/stage.ts'
import type { Buyers } from '#scripts/load/buyers.ts'
import { judge } from './judge.ts'

/** Waits until the shop rests, then judges it; `crowd`: has stopped. */
export async function judgeAfter(databaseUrl: string, crowd: Buyers, opened: AsyncDisposableStack): Promise<string[]> {
  const core = await openCoreUnderTest(databaseUrl, opened)
  await atRest(core)
  return [...(await checkAcknowledged(core, crowd)), ...(await judge(core, []))]
}

type Row = { type: string; correlation: string; order_id: number | null; n: number }

export async function checkAcknowledged({ pool }: Core, { orders, additions }: Buyers): Promise<string[]> {
  const { rows } = await pool.query<Row>(
    `select t.name as type, e.meta->>'correlation' as correlation, (e.data->>'orderId')::bigint as order_id, count(*)::int as n
     from es.events e join es.event_types t on t.id = e.type
     where t.name in ('OrderPlaced', 'ItemAddedToCart') and e.meta->>'causation' is null group by 1, 2, 3`,
  )
  const twice = rows
    .filter(({ n }) => n > 1)
    .map(({ type, correlation }) => `${type} of ${correlation} stands there twice`)
  const placed = new Set(rows.filter(({ type }) => type === 'OrderPlaced').map(({ order_id }) => order_id))
  const added = new Set(rows.filter(({ type }) => type === 'ItemAddedToCart').map(({ correlation }) => correlation))
  return [
    ...twice,
    ...orders
      .filter(({ orderId }) => !placed.has(orderId))
      .map(({ orderId }) => `order ${orderId} was acknowledged and is lost`),
    ...additions
      .filter(({ correlation }) => !added.has(correlation))
      .map(({ correlation }) => `the addition ${correlation} was acknowledged and is lost`),
    ...(new Set(orders.map(({ orderId }) => orderId)).size < orders.length ? ['an order was acknowledged twice'] : []),
  ]
}
