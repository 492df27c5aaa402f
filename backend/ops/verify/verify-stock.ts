// Compares the guards with the stock events, and the id counters with the highest ids.
import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import { categoryCode, streamName } from '#backend/eventstore/log/stream-id.ts'
import type { Books } from './books.ts'
import { Tally } from './finding.ts'

/** Compares the guards with the events and with the holds of open orders. */
export async function verifyStock(client: pg.ClientBase, { stock: units, holds }: Books): Promise<Tally[]> {
  const { rows } = await client.query<{ key: number; total: number; taken: number }>(
    'select key, total, taken from es.guards order by key',
  )
  const guards = new Map(rows.map(({ key, ...guard }) => [key, guard]))
  const tally = new Tally('stock', guards.size)
  const none = { total: 0, taken: 0 }
  for (const id of new Set([...guards.keys(), ...holds.keys(), ...units.keys()])) {
    const [guard, sum, held] = [guards.get(id) ?? none, units.get(id) ?? none, holds.get(id) ?? 0]
    if (guard.taken !== held)
      tally.add(id, `apartados del producto ${id}: la guarda dice ${guard.taken}, las órdenes abiertas suman ${held}`)
    const said = `la guarda dice ${guard.total} (${guard.taken} apartadas)`
    if (guards.has(id) !== units.has(id) || guard.total !== sum.total || guard.taken !== sum.taken)
      tally.add(id, `stock del producto ${id}: ${said}, sus eventos suman ${sum.total} (${sum.taken})`)
  }
  return [tally]
}

/** A counter must be past every used id. */
export async function verifyCounters(client: pg.ClientBase): Promise<Tally[]> {
  const tally = new Tally('counters', shopLog.counters.length)
  for (const kind of shopLog.counters) {
    const code = categoryCode(shopLog, `${kind}-1`).toString(16).padStart(4, '0')
    const { rows } = await client.query<{ last: number; id: string | null }>(
      // Uses the index on ids; the category has none.
      `select (select case when is_called then last_value else 0 end from es.${kind}_id) as last,
         (select id from es.streams where id between $1 and $2 order by id desc limit 1) as id`,
      [`${code}0000-0000-0000-0000-000000000000`, `${code}0000-ffff-ffff-ffff-ffffffffffff`],
    )
    const { last = 0, id = null } = rows[0] ?? {}
    const highest = id === null ? 0 : Number(streamName(shopLog, id).split('-')[1])
    if (highest > last) tally.add(kind, `contador ${kind}_id: va por ${last}, pero existe ${kind}-${highest}`)
  }
  return [tally]
}
