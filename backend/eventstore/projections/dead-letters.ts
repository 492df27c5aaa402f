// What a projection could not apply: listed, tried again from the log, or left out for good by an operator, with a reason.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { OperatorEvent } from '#backend/eventstore/definition/operator.events.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { CheckpointsMoved } from '#backend/eventstore/log/notifications.ts'
import { NotFed } from './cut-over.ts'
import { type Generation, tableOf } from './generation.ts'
import { LogFold, readSkips } from './log-fold.ts'
import type { PoisonedEvent, Projection } from './projection.ts'
import { writeAccepted } from './row-writer.ts'

export type DeadLetter = {
  projection: string
  /** The row that stands still since. */
  key: string
  /** The event that could not be applied; `events` counts it and the later ones of its row. */
  position: number
  error: string
  events: number
  at: Date
}

type Parts = {
  /** With the owner's rights and without time limits. */
  pool: pg.Pool
  store: EventStore
  projection: Projection
}

/** Nothing is parked under this key at this position. */
export class NoSuchDeadLetter extends Error {
  override readonly name = 'NoSuchDeadLetter'
}

/** What the live generations have parked, a row each. */
export async function listDeadLetters(db: Pick<pg.Pool, 'query'>, projection?: string): Promise<DeadLetter[]> {
  const { rows } = await db.query<DeadLetter>(
    `select l.projection, l.key, min(l.pos) as position, (array_agg(l.error order by l.pos))[1] as error, count(*) as events, min(l.at) as at
     from es.dead_letters l join es.subscriptions s using (generation)
     where s.state = 'live' and ($1::text is null or l.projection = $1) group by l.projection, l.key order by l.projection, min(l.pos)`,
    [projection ?? null],
  )
  return rows
}

/**
 * Folds the parked rows (or those of these keys) from the log again and takes those that now come out right back into the projection;
 * the others stay parked. Recorded as DeadLettersRetried. Throws NotFed if the live rows are of another version.
 */
export async function retryDeadLetters(
  parts: Parts,
  keys?: readonly string[],
): Promise<{ recovered: string[]; stuck: PoisonedEvent[] }> {
  const { pool, store, projection } = parts
  const parked = await listDeadLetters(pool, projection.name)
  const letters = keys ? parked.filter(({ key }) => keys.includes(key)) : parked
  const only = new Set(letters.map(({ key }) => key))
  if (only.size === 0) return { recovered: [], stuck: [] }
  const fold = new LogFold({ store, projection, skips: await readSkips(store, projection.name), only, tolerant: true })
  await fold.advance((await liveGeneration(pool, projection)).pos) // most of it before anybody has to wait
  const { recovered, refused } = await transaction(pool, (client) => takeBack(client, parts, fold, only))
  if (recovered.length > 0)
    await record(parts, { type: 'DeadLettersRetried', data: { projection: projection.name, keys: recovered } })
  const stuck = letters.flatMap(({ key, position }) => {
    const error = refused.get(key)
    return error ? [{ key, position, error }] : []
  })
  return { recovered, stuck: [...fold.poisoned, ...stuck] }
}

/** Leaves one event out of a row for good, here and in every rebuild, and takes the row back. Recorded as DeadLetterSkipped. */
export async function skipDeadLetter(
  parts: Parts,
  letter: { key: string; position: number; reason: string },
): Promise<{ recovered: string[]; stuck: PoisonedEvent[] }> {
  const known = await listDeadLetters(parts.pool, parts.projection.name)
  if (!known.some(({ key, position }) => key === letter.key && position === letter.position))
    throw new NoSuchDeadLetter(`${parts.projection.name}: ${letter.key} at ${letter.position}`)
  await liveGeneration(parts.pool, parts.projection) // before it is recorded for good
  await record(parts, { type: 'DeadLetterSkipped', data: { projection: parts.projection.name, ...letter } })
  return retryDeadLetters(parts, [letter.key])
}

/** The rows at the checkpoint of the live generation; the feeder then starts anew with what is still parked. */
async function takeBack(
  client: pg.ClientBase,
  { projection }: Parts,
  fold: LogFold,
  only: ReadonlySet<string>,
): Promise<{ recovered: string[]; refused: ReadonlyMap<string, string> }> {
  const { generation, name } = await liveGeneration(client, projection)
  const target = { projection, table: tableOf({ generation, name }) }
  await client.query(`lock table ${target.table} in share row exclusive mode`)
  const { rows } = await client.query<{ pos: number }>(
    'update es.subscriptions set epoch = epoch + 1 where generation = $1 returning pos',
    [generation],
  )
  await fold.advance(rows[0]?.pos ?? 0)
  const stuck = new Set(fold.poisoned.map(({ key }) => key))
  const refused = await writeAccepted(client, target, new Map([...fold.changed].filter(([key]) => !stuck.has(key))))
  const recovered = [...only].filter((key) => !stuck.has(key) && !refused.has(key))
  await client.query('delete from es.dead_letters where generation = $1 and key = any($2)', [generation, recovered])
  await client.query("select pg_notify('generations', ''), pg_notify('checkpoint', $1)", [
    JSON.stringify({ checkpoints: {}, changed: [projection.name] } satisfies CheckpointsMoved),
  ])
  return { recovered, refused }
}

/** Rows of another version are not for this code to write. */
async function liveGeneration(db: Pick<pg.Pool, 'query'>, { name, version }: Projection): Promise<Generation> {
  const { rows } = await db.query<Generation>("select * from es.subscriptions where name = $1 and state = 'live'", [
    name,
  ])
  if (!rows[0]) throw new Error(`${name} has no live generation`)
  if (rows[0].version !== version)
    throw new NotFed(`${name} is shown in version ${rows[0].version}, and this is version ${version}`)
  return rows[0]
}

async function record({ store, projection }: Parts, event: OperatorEvent): Promise<void> {
  await store.append({
    commandId: newCommandId(),
    meta: { actor: 'operator', cause: event.type, correlation: newCommandId() },
    writes: [{ stream: `operation-${projection.name}`, expected: null, events: [event satisfies AnyEvent] }],
  })
}
