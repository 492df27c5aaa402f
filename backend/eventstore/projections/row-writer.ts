// Writes a folded batch in the checkpoint's transaction: one read of the touched rows, one upsert, one delete.
import type pg from 'pg'
import { isDataError } from '#backend/db/pg-errors.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { RowNumber } from '#backend/eventstore/log/notifications.ts'
import { sqlTypeOf } from './columns.ts'
import { type Generation, tableOf } from './generation.ts'
import {
  foldBatch,
  keyText,
  knownRowsOf,
  type LeftOut,
  nothingParked,
  type Parked,
  type PoisonedEvent,
  type Projection,
  type Row,
  type RowKey,
} from './projection.ts'

export type RowTable = { projection: Projection; table: string }
export type Target = { projection: Projection; generation: Pick<Generation, 'name' | 'generation'> }

export type Applied = { poisoned: PoisonedEvent[]; keys: RowNumber[] }

/**
 * Applies events to a generation's table inside the client's transaction. `failures` counts earlier failures of the
 * same events.
 */
export async function applyBatch(
  client: pg.ClientBase,
  target: Target,
  events: readonly Decoded[],
  left: LeftOut & { failures?: number },
): Promise<Applied> {
  const { projection } = target
  const table = { projection, table: tableOf(target.generation) }
  const { touched, keys } = touchedBy(projection, events)
  const { stored, unreadable } = await readAccepted(
    client,
    table,
    keys,
    left.failures !== undefined && left.failures > 0,
  )
  const parked =
    unreadable.size === 0 ? left.parked : { ...left.parked, row: new Set([...left.parked.row, ...unreadable.keys()]) }
  const { rows, poisoned } = foldBatch(projection, events, stored, parked, left.skips)
  const refused = new Map([...unreadable, ...(await writeAccepted(client, table, rows))])
  if (refused.size > 0)
    for (const { position, text } of touched) {
      const error = refused.get(text)
      if (error) poisoned.unshift({ by: 'row', key: text, position, error })
    }
  await park(client, target.generation, poisoned)
  return { poisoned, keys: rowNumbersOf(projection, touched) }
}

/** Works without a savepoint: a refusal by the database loses the transaction. */
export async function applyUnguarded(
  client: pg.ClientBase,
  target: Target,
  events: readonly Decoded[],
  { parked, skips }: LeftOut,
): Promise<Applied> {
  const { projection } = target
  const table = { projection, table: tableOf(target.generation) }
  const { touched, keys } = touchedBy(projection, events)
  const stored = await readRows(client, table, [...keys.values()])
  const { rows, poisoned } = foldBatch(projection, events, stored, parked, skips)
  await writeRows(client, table, rows)
  await park(client, target.generation, poisoned)
  return { poisoned, keys: rowNumbersOf(projection, touched) }
}

type Touched = { text: string; key: RowKey; position: number }

function touchedBy(projection: Projection, events: readonly Decoded[]) {
  const touched: Touched[] = events.flatMap((event) =>
    knownRowsOf(projection, event).map((row) => ({ ...row, position: event.position })),
  )
  return { touched, keys: new Map(touched.map(({ text, key }) => [text, key])) }
}

function rowNumbersOf({ primaryKey }: Projection, touched: readonly Touched[]): RowNumber[] {
  return [...new Set(touched.map(({ key }) => key[primaryKey[0] ?? ''] ?? ''))]
}

/** Reads all rows at once; after a failure key by key, if the database refuses a key's type. */
async function readAccepted(
  client: pg.ClientBase,
  table: RowTable,
  keys: ReadonlyMap<string, RowKey>,
  hasFailed: boolean,
) {
  const stored = new Map<string, Row>()
  const unreadable = new Map<string, string>()
  const read = async (some: Iterable<RowKey>) => {
    for (const [text, row] of await readRows(client, table, [...some])) stored.set(text, row)
  }
  if (!hasFailed)
    await read(keys.values()) // a savepoint costs a round trip
  else if (await attempt(client, () => read(keys.values())))
    for (const [text, key] of keys) {
      const error = await attempt(client, () => read([key]))
      if (error) unreadable.set(text, error)
    }
  return { stored, unreadable }
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
  if (kept.length > 0) await client.query(upsert(target, kept))
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

function upsert({ projection, table }: RowTable, rows: readonly Row[]) {
  const columns = Object.keys(projection.columns)
  const others = columns.filter((column) => !projection.primaryKey.includes(column))
  const set = others.map((column) => `${column} = excluded.${column}`).join(', ')
  return {
    name: `write ${table}`,
    text: `insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from json_populate_recordset(null::${table}, $1)
      on conflict (${projection.primaryKey.join(', ')}) do update set ${set}`,
    values: [JSON.stringify(rows)],
  }
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

export async function readParked(
  client: Pick<pg.ClientBase, 'query'>,
  generations: readonly number[],
): Promise<ReadonlyMap<number, Parked>> {
  const { rows } = await client.query<{ generation: number; key: string; since: number; by_stream: boolean }>(
    `select generation, key, min(pos) as since, stream_id is not null as by_stream from es.dead_letters
     where generation = any($1) group by generation, key, by_stream`,
    [generations],
  )
  const parked = new Map<number, { row: Set<string>; stream: Map<string, number> }>()
  for (const { generation, key, since, by_stream } of rows) {
    const of = parked.get(generation) ?? { row: new Set(), stream: new Map() }
    parked.set(generation, of)
    if (by_stream) of.stream.set(key, since)
    else of.row.add(key)
  }
  return parked
}

export async function parkedOf(client: Pick<pg.ClientBase, 'query'>, generation: number): Promise<Parked> {
  return (await readParked(client, [generation])).get(generation) ?? nothingParked
}
