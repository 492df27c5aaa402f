// Writes a folded batch in the checkpoint's transaction: one read of the touched rows, one upsert, one delete.
import type pg from 'pg'
import { isDataError } from '#backend/db/pg-errors.ts'
import type { Queryable } from '#backend/db/transaction.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { RowNumber } from '#backend/eventstore/log/notifications.ts'
import { sqlTypeOf } from './columns.ts'
import { type Generation, tableOf } from './generation.ts'
import {
  foldBatch,
  keyText,
  knownRowsOf,
  type LeftOut,
  type MutableParked,
  onlyRows,
  type PoisonedEvent,
  type Projection,
  type Row,
  type RowKey,
  rowsOf,
} from './projection.ts'

export type RowTable = { projection: Projection; table: string }
export type Target = { projection: Projection; generation: Pick<Generation, 'name' | 'generation'> }

export type Applied = { poisoned: PoisonedEvent[]; keys: RowNumber[] }

/** Applies events to a generation's table inside the client's transaction, which a refusal by the database ends. */
export async function applyBatch(
  client: pg.ClientBase,
  { projection, generation }: Target,
  events: readonly Decoded[],
  left: LeftOut,
): Promise<Applied> {
  const table = { projection, table: tableOf(generation) }
  const touched = new Map(events.flatMap((event) => knownRowsOf(projection, event)).map(({ text, key }) => [text, key]))
  const stored = await readRows(client, table, [...touched.values()])
  const { rows, poisoned } = foldBatch(projection, events, stored, left)
  await writeRows(client, table, rows)
  await park(client, generation, poisoned)
  const [first = ''] = projection.primaryKey
  return { poisoned, keys: [...new Set([...touched.values()].map((key) => key[first] ?? ''))] }
}

/** Applies events together or, if the database refuses that, row by row; parks the rows that it refuses. */
export async function applyAccepted(
  client: pg.ClientBase,
  target: Target,
  events: readonly Decoded[],
  left: LeftOut,
): Promise<Applied> {
  const { projection, generation } = target
  const all: Applied = { poisoned: [], keys: [] }
  const apply = (some: Projection, own: readonly Decoded[]) =>
    attempt(client, async () => {
      const { poisoned, keys } = await applyBatch(client, { generation, projection: some }, own, left)
      all.poisoned.push(...poisoned)
      all.keys.push(...keys)
    })
  if ((await apply(projection, events)) === null) return all
  const unkeyed = events.filter((event) => rowsOf(projection, event) instanceof Error)
  const touches = events.flatMap((event) => knownRowsOf(projection, event).map(({ text }) => ({ text, event })))
  for (const [key, own] of Map.groupBy(touches, ({ text }) => text)) {
    const some = [...unkeyed, ...own.map(({ event }) => event)].toSorted((a, b) => a.position - b.position)
    const error = await apply(
      onlyRows(projection, (text) => text === key),
      some,
    )
    if (error === null) continue
    const refused = own.map(({ event: { position } }) => ({ by: 'row' as const, key, position, error }))
    await park(client, generation, refused)
    all.poisoned.push(...refused)
  }
  return all
}

/** `isNew` promises that the table does not hold the row. */
export type Folded = ReadonlyMap<string, { key: RowKey; row: Row | null; isNew?: boolean }>

/**
 * Writes all rows at once; if the database refuses one (its type, a check), row by row, so that the others are saved.
 * Returns the refused keys with reasons.
 */
export async function writeAccepted(
  client: pg.ClientBase,
  target: RowTable,
  rows: Folded,
): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>()
  if (!(await attempt(client, () => writeRows(client, target, rows)))) return refused
  for (const [text, folded] of rows) {
    const error = await attempt(client, () => writeRows(client, target, new Map([[text, folded]])))
    if (error) refused.set(text, error)
  }
  return refused
}

export async function attempt(client: pg.ClientBase, write: () => Promise<void>): Promise<string | null> {
  await client.query('savepoint attempt')
  try {
    await write()
    await client.query('release savepoint attempt')
    return null
  } catch (error) {
    if (!isDataError(error)) throw error
    await client.query('rollback to savepoint attempt')
    return error instanceof Error ? error.message : String(error)
  }
}

export async function readRows(
  client: Pick<pg.Pool, 'query'>,
  { projection, table }: RowTable,
  keys: readonly RowKey[],
): Promise<Map<string, Row>> {
  if (keys.length === 0) return new Map()
  const { rows } = await client.query<{ row: Row }>({
    name: `read ${table}`,
    text: `select to_json(t) as row from ${table} t where ${isOneOf(projection)}`,
    values: keyColumns(projection, keys),
  })
  return new Map(rows.map(({ row }) => [keyText(projection, row as RowKey), row]))
}

export async function writeRows(client: pg.ClientBase, target: RowTable, rows: Folded): Promise<void> {
  const kept = [...rows.values()].filter((entry) => entry.row !== null).map((entry) => entry.row as Row)
  const text = upsertFrom(target, `json_populate_recordset(null::${target.table}, $1)`)
  if (kept.length > 0) await client.query({ name: `write ${target.table}`, text, values: [JSON.stringify(kept)] })
  await deleteRows(client, target, rows)
}

export async function deleteRows(client: pg.ClientBase, { projection, table }: RowTable, rows: Folded): Promise<void> {
  const gone = [...rows.values()].filter((entry) => entry.row === null).map((entry) => entry.key)
  if (gone.length === 0) return
  await client.query(`delete from ${table} t where ${isOneOf(projection)}`, keyColumns(projection, gone))
}

/** Passes keys as one array per column: the planner knows an array's length, but not that of JSON. */
function isOneOf({ primaryKey, columns }: Projection): string {
  const arrays = primaryKey.map((column, index) => `$${index + 1}::${sqlTypeOf(columns[column] ?? '')}[]`)
  if (primaryKey.length === 1) return `t.${primaryKey[0]} = any(${arrays[0]})`
  return `(${primaryKey.map((column) => `t.${column}`).join(', ')}) in (select * from unnest(${arrays.join(', ')}))`
}

function keyColumns({ primaryKey }: Projection, keys: readonly RowKey[]): unknown[] {
  return primaryKey.map((column) => keys.map((key) => key[column]))
}

export function upsertFrom({ projection, table }: RowTable, source: string): string {
  const columns = Object.keys(projection.columns)
  const others = columns.filter((column) => !projection.primaryKey.includes(column))
  const set = others.map((column) => `${column} = excluded.${column}`).join(', ')
  return `insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from ${source}
    on conflict (${projection.primaryKey.join(', ')}) do update set ${set}`
}

export async function park(
  client: pg.ClientBase,
  { name, generation }: Target['generation'],
  poisoned: readonly PoisonedEvent[],
): Promise<void> {
  if (poisoned.length === 0) return
  await client.query(
    `insert into es.dead_letters (projection, generation, key, pos, error, stream_id)
     select $1, $2, p.key, p.position, p.error, case p.by when 'stream' then (select stream_id from es.events where pos = p.position) end
     from json_to_recordset($3) p("by" text, key text, position bigint, error text) on conflict do nothing`,
    [name, generation, JSON.stringify(poisoned)],
  )
}

export async function parkedOf(client: Queryable, generation: number): Promise<MutableParked> {
  const { rows } = await client.query<{ key: string; since: number; by_stream: boolean }>(
    `select key, min(pos) as since, stream_id is not null as by_stream from es.dead_letters
     where generation = $1 group by key, by_stream`,
    [generation],
  )
  const [streams, keys] = [rows.filter((row) => row.by_stream), rows.filter((row) => !row.by_stream)]
  return { row: new Set(keys.map(({ key }) => key)), stream: new Map(streams.map(({ key, since }) => [key, since])) }
}
