import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import { highestId } from '#backend/ops/inspect/highest-id.ts'
import type { Books } from './books.ts'
import type { Tally } from './finding.ts'

export async function verifyStock(client: pg.ClientBase, { stock: units, holds }: Books, tally: Tally): Promise<void> {
  const { rows } = await client.query<{ key: number; total: number; taken: number }>(
    'select key, total, taken from es.guards order by key',
  )
  const guards = new Map(rows.map(({ key, ...guard }) => [key, guard]))
  tally.looked = guards.size
  const none = { total: 0, taken: 0 }
  for (const id of new Set([...guards.keys(), ...holds.keys(), ...units.keys()])) {
    const [guard, sum, held] = [guards.get(id) ?? none, units.get(id) ?? none, holds.get(id) ?? 0]
    if (guard.taken !== held)
      tally.add(id, `apartados del producto ${id}: la guarda dice ${guard.taken}, las órdenes abiertas suman ${held}`)
    const said = `la guarda dice ${guard.total} (${guard.taken} apartadas)`
    if (guards.has(id) !== units.has(id) || guard.total !== sum.total || guard.taken !== sum.taken)
      tally.add(id, `stock del producto ${id}: ${said}, sus eventos suman ${sum.total} (${sum.taken})`)
  }
}

export async function verifyCounters(client: pg.ClientBase, tally: Tally): Promise<void> {
  tally.looked = shopLog.counters.length
  for (const kind of shopLog.counters) {
    const { rows } = await client.query<{ last: number }>(
      `select case when is_called then last_value else 0 end as last from es.${kind}_id`,
    )
    const [last, highest] = [rows[0]?.last ?? 0, await highestId(client, kind)]
    if (highest > last) tally.add(kind, `contador ${kind}_id: va por ${last}, pero existe ${kind}-${highest}`)
  }
}
