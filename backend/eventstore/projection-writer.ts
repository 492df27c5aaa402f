// Writes what a batch folded to: one read of the touched rows, one upsert, one delete, in the checkpoint's transaction.
import type pg from 'pg'
import type { RecordedEvent } from './event.ts'
import { foldBatch, keyText, type PoisonedEvent, type Projection, type Row, type RowKey } from './projection.ts'

/** Applies the events to the projection's table inside the client's transaction; answers what was poisoned. */
export async function applyBatch(
  client: pg.ClientBase,
  projection: Projection,
  events: readonly RecordedEvent[],
  parked: ReadonlySet<string>,
): Promise<PoisonedEvent[]> {
  const keys = new Map<string, RowKey>()
  for (const event of events) for (const key of projection.keys(event)) keys.set(keyText(projection, key), key)
  const stored = await readRows(client, projection, [...keys.values()])
  const { rows, poisoned } = foldBatch(projection, events, stored, parked)
  const refused = await writeOrIsolate(client, projection, rows, events)
  await park(client, projection, [...poisoned, ...refused])
  return [...poisoned, ...refused]
}

type Folded = ReadonlyMap<string, { key: RowKey; row: Row | null }>

/** Writes all rows at once; where the database refuses one (its type, a check), row by row, so that only that key is parked. */
async function writeOrIsolate(
  client: pg.ClientBase,
  projection: Projection,
  rows: Folded,
  events: readonly RecordedEvent[],
): Promise<PoisonedEvent[]> {
  const failed = await attempt(client, () => writeRows(client, projection, rows))
  if (!failed) return []
  const refused: PoisonedEvent[] = []
  for (const [text, folded] of rows) {
    const error = await attempt(client, () => writeRows(client, projection, new Map([[text, folded]])))
    if (!error) continue
    const touching = events.filter((event) => projection.keys(event).some((key) => keyText(projection, key) === text))
    refused.push(...touching.map(({ position }) => ({ key: text, position, error })))
  }
  return refused
}

/** Runs a write under a savepoint; answers the message of a data error, and throws anything else. */
async function attempt(client: pg.ClientBase, write: () => Promise<void>): Promise<string | null> {
  await client.query('savepoint attempt')
  try {
    await write()
    await client.query('release savepoint attempt')
    return null
  } catch (error) {
    const dataError = error instanceof Error && /^2[23]/.test((error as { code?: string }).code ?? '')
    if (!dataError) throw error
    await client.query('rollback to savepoint attempt')
    return error.message
  }
}

async function readRows(
  client: pg.ClientBase,
  projection: Projection,
  keys: readonly RowKey[],
): Promise<Map<string, Row>> {
  if (keys.length === 0) return new Map()
  const table = `rm.${projection.name}`
  const using = projection.primaryKey.join(', ')
  const { rows } = await client.query<{ row: Row }>({
    name: `read ${table}`,
    text: `select to_json(t) as row from ${table} t join json_populate_recordset(null::${table}, $1) k using (${using})`,
    values: [JSON.stringify(keys)],
  })
  return new Map(rows.map(({ row }) => [keyText(projection, row as RowKey), row]))
}

async function writeRows(client: pg.ClientBase, projection: Projection, rows: Folded): Promise<void> {
  const table = `rm.${projection.name}`
  const kept = [...rows.values()].filter((entry) => entry.row !== null).map((entry) => entry.row as Row)
  const gone = [...rows.values()].filter((entry) => entry.row === null).map((entry) => entry.key)
  if (kept.length > 0) await client.query(upsert(projection, table, kept))
  if (gone.length > 0) {
    const same = projection.primaryKey.map((column) => `t.${column} = k.${column}`).join(' and ')
    await client.query(`delete from ${table} t using json_populate_recordset(null::${table}, $1) k where ${same}`, [
      JSON.stringify(gone),
    ])
  }
}

function upsert(projection: Projection, table: string, rows: readonly Row[]) {
  const columns = Object.keys(rows[0] as Row).sort() // sorted: a prepared statement is known by one text
  const others = columns.filter((column) => !projection.primaryKey.includes(column))
  const set = others.map((column) => `${column} = excluded.${column}`).join(', ')
  return {
    name: `write ${table}`,
    text: `insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from json_populate_recordset(null::${table}, $1)
      on conflict (${projection.primaryKey.join(', ')}) do update set ${set}`,
    values: [JSON.stringify(rows)],
  }
}

async function park(client: pg.ClientBase, projection: Projection, poisoned: readonly PoisonedEvent[]): Promise<void> {
  if (poisoned.length === 0) return
  await client.query(
    `insert into es.dead_letters (projection, key, pos, error)
     select $1, p.key, p.position, p.error from json_to_recordset($2) p(key text, position bigint, error text) on conflict do nothing`,
    [projection.name, JSON.stringify(poisoned)],
  )
}
