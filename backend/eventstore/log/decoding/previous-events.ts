// Loads previous events for upcasters that need more than one event.
import type { Queryable } from '#backend/db/transaction.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'

export async function dataBefore(
  on: Queryable | undefined,
  rows: readonly StoredEvent[],
): Promise<ReadonlyMap<number, Record<string, unknown>>> {
  if (rows.length === 0 || !on) return new Map()
  const { rows: found } = await on.query<{ pos: number; data: Record<string, unknown> }>({
    name: 'es.before',
    text: `select q.pos, e.data from unnest($1::uuid[], $2::int[], $3::bigint[]) q(id, version, pos)
      join es.events e on e.stream_id = q.id and e.version = q.version - 1`,
    values: [rows.map((row) => row.stream_id), rows.map((row) => row.version), rows.map((row) => row.pos)],
  })
  return new Map(found.map(({ pos, data }) => [pos, data]))
}
