import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import { OpsFailure } from '#backend/ops/cli/command.ts'
import { highestId } from '#backend/ops/inspect/highest-id.ts'
import type { Stock } from '#backend/ops/verify/books.ts'

/** Writes the rows that an append keeps beside the log. `stock`: as the imported events sum up. */
export async function writeGuards(client: pg.ClientBase, stock: Stock): Promise<void> {
  await client.query(
    `insert into es.streams (id, category, version)
     select stream_id, ('x' || left(stream_id::text, 4))::bit(16)::int, max(version) from es.events group by stream_id`,
  )
  const guards = [...stock].map(([key, guard]) => ({ key, ...guard }))
  const short = guards.find(({ total, taken }) => taken < 0 || taken > total)
  if (short)
    throw new OpsFailure(
      `El stock del producto ${short.key} no cierra: ${short.total} unidades, ${short.taken} apartadas. No se importó nada.`,
    )
  await client.query('insert into es.guards select * from json_populate_recordset(null::es.guards, $1)', [
    JSON.stringify(guards),
  ])
  for (const kind of shopLog.counters) {
    const last = await highestId(client, kind)
    if (last > 0) await client.query(`select setval('es.${kind}_id', $1)`, [last])
  }
}
