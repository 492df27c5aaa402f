// A generation: one set of a projection's rows (or a reactor's checkpoint) with its own table and position in the log.

import type pg from 'pg'
import type { Queryable } from '#backend/db/transaction.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import { sqlTypeOf } from './columns.ts'
import type { Projection } from './projection.ts'

/**
 * building: replaying, no indexes yet. ready: complete, fed, hidden. live: shown by the view rm.<name>. kept: formerly
 * live, fed for a while for an instant rollback.
 */
export type GenerationState = 'building' | 'ready' | 'live' | 'kept'

export type Generation = {
  generation: number
  name: string
  kind: 'projection' | 'reactor'
  version: number
  state: GenerationState
  pos: number
  /** A new leader raises the epoch; updates under an older epoch change nothing. */
  epoch: number
  paused: boolean
  target: number
  kept_until: Date | null
  differing: number | null
  updated_at: Date
}

const plainName = /^[a-z][a-z0-9_]*$/

/**
 * A generation's table. Throws for an unsafe name: the application writes the checkpoints' names, and the owner runs
 * statements with them.
 */
export function tableOf({ name, generation }: Pick<Generation, 'name' | 'generation'>): string {
  if (!plainName.test(name) || !Number.isInteger(generation)) throw new Error('a checkpoint has a name that is none')
  return `rm.${name}__${generation}`
}

export async function listGenerations(db: Queryable, name?: string): Promise<Generation[]> {
  const { rows } = await db.query<Generation>(
    'select * from es.subscriptions where $1::text is null or name = $1 order by generation',
    [name ?? null],
  )
  return rows
}

export async function findLive(db: Queryable, name: string): Promise<Generation | undefined> {
  const { rows } = await db.query<Generation>("select * from es.subscriptions where name = $1 and state = 'live'", [
    name,
  ])
  return rows[0]
}

export async function createGeneration(
  client: pg.ClientBase,
  projection: Projection,
  state: 'building' | 'live',
  target: number,
): Promise<Generation> {
  const { rows } = await client.query<Generation>(
    `insert into es.subscriptions (name, kind, version, pos, state, target) values ($1, 'projection', $2, 0, $3, $4) returning *`,
    [projection.name, projection.version, state, target],
  )
  const generation = rows[0] as Generation
  const table = tableOf(generation)
  await client.query(`create table ${table} ${shapeOf(projection)}`)
  await client.query(`grant select, insert, update, delete on ${table} to gamertech_app`)
  if (projection.personal) await keepNoSamples(client, projection, table)
  return generation
}

export function shapeOf({ columns, primaryKey }: Projection): string {
  const declared = Object.entries(columns).map(([column, type]) => `${column} ${type}`)
  return `(${declared.join(', ')}, primary key (${primaryKey.join(', ')}))`
}

/** Turns off planner statistics for texts: they sample names and e-mails and outlive the row. */
async function keepNoSamples(client: pg.ClientBase, projection: Projection, table: string): Promise<void> {
  const texts = Object.entries(projection.columns).filter(([, type]) => /^(text|json)/.test(type))
  const silence = texts.map(([column]) => `alter column ${column} set statistics 0`)
  if (silence.length > 0) await client.query(`alter table ${table} ${silence.join(', ')}`)
}

export async function indexGeneration(
  client: pg.ClientBase,
  projection: Projection,
  generation: Generation,
): Promise<void> {
  const table = tableOf(generation)
  for (const [name, definition] of Object.entries(projection.indexes))
    await client.query(
      `create index if not exists ${projection.name}__${generation.generation}_${name} on ${table} ${definition}`,
    )
  if (projection.personal) await keepNoSamplesOfIndexes(client, table)
  await client.query(`analyze ${table}`)
}

async function keepNoSamplesOfIndexes(client: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; nth: number }>(
    `select c.oid::regclass::text as name, a.attnum as nth from pg_index i
       join pg_class c on c.oid = i.indexrelid join pg_attribute a on a.attrelid = c.oid
     where i.indrelid = $1::regclass and i.indkey[a.attnum - 1] = 0`,
    [table],
  )
  for (const { name, nth } of rows) await client.query(`alter index ${name} alter column ${nth} set statistics 0`)
}

export async function dropGeneration(client: pg.ClientBase, generation: Generation): Promise<void> {
  await client.query(`drop table if exists ${tableOf(generation)}`)
  await client.query('delete from es.subscriptions where generation = $1', [generation.generation])
  await client.query('delete from es.dead_letters where generation = $1', [generation.generation])
  await notifyGenerations(client)
}

/** The new version lacks or changes a column that a process of the previous version may still read. */
export class ContractBroken extends Error {
  override readonly name = 'ContractBroken'
  readonly columns: readonly string[]

  constructor({ name, version }: Generation, columns: readonly string[]) {
    super(
      `rm.${name} shows ${columns.join(', ')}, which version ${version} has no more or of another type: give the projection a new name`,
    )
    this.columns = columns
  }
}

/**
 * Switches the view rm.<name> to a generation. Adds its new columns and those of `columns` at the end, and shows null
 * for columns that the generation lacks, so that older queries go on. Throws ContractBroken for a changed type, or for
 * a column of `instead`, the previous generation, that is missing; omit `instead` for a rollback.
 */
export async function showGeneration(
  client: pg.ClientBase,
  generation: Generation,
  more: { instead?: Generation | undefined; columns?: Projection['columns'] } = {},
): Promise<void> {
  const view = `rm.${generation.name}`
  const shown = await columnsOf(client, generation.name)
  const own = await columnsOf(client, tableOf(generation).slice('rm.'.length))
  const { instead } = more
  const promised = instead ? await columnsOf(client, tableOf(instead).slice('rm.'.length)) : new Map<string, string>()
  const broken = [...shown].filter(([column, type]) => (own.get(column) ?? type) !== type)
  const missing = [...promised].filter(([column]) => !own.has(column))
  if (broken.length + missing.length > 0)
    throw new ContractBroken(
      generation,
      [...missing, ...broken].map(([column]) => column),
    )
  const wanted = new Map(
    [...own, ...Object.entries(more.columns ?? {})].map(([column, type]) => [column, sqlTypeOf(type)]),
  )
  const asColumn = (column: string, type: string) => (own.has(column) ? column : `null::${type} as ${column}`)
  const added = [...wanted].filter(([column]) => !shown.has(column)).map(([column, type]) => asColumn(column, type))
  const columns = [...shown].map(([column, type]) => asColumn(column, type))
  await client.query(
    `create or replace view ${view} as select ${[...columns, ...added].join(', ')} from ${tableOf(generation)}`,
  )
  await client.query(`grant select on ${view} to gamertech_app`)
}

export async function columnsOf(db: Queryable, relation: string): Promise<Map<string, string>> {
  const { rows } = await db.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = to_regclass('rm.' || $1) and attnum > 0 and not attisdropped order by attnum`,
    [relation],
  )
  return new Map(rows.map((row) => [row.name, row.type]))
}
