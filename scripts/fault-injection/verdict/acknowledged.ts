import type { Core } from '#backend/shop.ts'
import type { Buyers } from '#scripts/load/buyers.ts'
import { judge } from './judge.ts'

type Row = { type: string; correlation: string; order_id: number | null; n: number }

export async function judgeWith(core: Core, crowd: Buyers): Promise<string[]> {
  return [...(await checkAcknowledged(core, crowd)), ...(await judge(core, []))]
}

async function checkAcknowledged({ pool }: Core, { orders, additions }: Buyers): Promise<string[]> {
  const { rows } = await pool.query<Row>(
    `select t.name as type, e.meta->>'correlation' as correlation, (e.data->>'orderId')::bigint as order_id, count(*)::int as n
     from es.events e join es.event_types t on t.id = e.type
     where t.name in ('OrderPlaced', 'ItemAddedToCart') and e.meta->>'causation' is null group by 1, 2, 3`,
  )
  const twice = rows.filter(({ n }) => n > 1)
  const placed = new Set(rows.filter(({ type }) => type === 'OrderPlaced').map(({ order_id }) => order_id))
  const added = new Set(rows.filter(({ type }) => type === 'ItemAddedToCart').map(({ correlation }) => correlation))
  const lostOrders = orders.filter(({ orderId }) => !placed.has(orderId))
  const lostAdditions = additions.filter(({ correlation }) => !added.has(correlation))
  return [
    ...twice.map(({ type, correlation }) => `${type} of ${correlation} stands there twice`),
    ...lostOrders.map(({ orderId }) => `order ${orderId} was acknowledged and is lost`),
    ...lostAdditions.map(({ correlation }) => `the addition ${correlation} was acknowledged and is lost`),
    ...(new Set(orders.map(({ orderId }) => orderId)).size < orders.length ? ['an order was acknowledged twice'] : []),
  ]
}
