// Dead letters: the events that a projection or reactor could not read or apply, and those that wait behind them.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Queryable } from '#backend/db/transaction.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { OperatorEvent } from '#backend/eventstore/definition/operator.events.ts'
import type { EventMetadata } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { findLive } from '#backend/eventstore/projections/generation.ts'
import type { PoisonedEvent } from '#backend/eventstore/projections/projection.ts'

export type DeadLetter = PoisonedEvent & {
  projection: string
  events: number
  at: Date
}

export type Retried = { recovered: string[]; parked: PoisonedEvent[] }

export class NoSuchDeadLetter extends Error {
  override readonly name = 'NoSuchDeadLetter'
}

export async function listDeadLetters(db: Queryable, name?: string): Promise<DeadLetter[]> {
  const { rows } = await db.query<DeadLetter>(
    // Looks up only the first event's reason: millions may be parked behind.
    `select g.projection, case when g.is_row then 'row' else 'stream' end as "by", g.key, g.position, f.error, g.events, g.at
     from (select l.generation, l.projection, l.stream_id is null as is_row, l.key, min(l.pos) as position, count(*) as events, min(l.at) as at
       from es.dead_letters l join es.subscriptions s using (generation)
       where s.state = 'live' and ($1::text is null or l.projection = $1) group by 1, 2, 3, 4) g
     join es.dead_letters f on f.generation = g.generation and f.key = g.key and f.pos = g.position order by 1, 4`,
    [name ?? null],
  )
  return rows
}

/** Waits this often, and this long between, for live rows that are behind an event. */
const [looks, betweenMs] = [40, 250]

/**
 * The first of these events that the live rows have applied, so that a new generation must stop there; undefined if the
 * live rows parked them all, or if there are none.
 */
export async function appliedByLive(
  db: Queryable,
  name: string,
  poisoned: readonly PoisonedEvent[],
): Promise<PoisonedEvent | undefined> {
  const positions = poisoned.map(({ position }) => position)
  let live = await findLive(db, name)
  for (let look = 0; live && !live.paused && live.pos < Math.max(...positions) && look < looks; look++) {
    await sleep(betweenMs)
    live = await findLive(db, name)
  }
  if (!live) return undefined
  const { rows } = await db.query<{ pos: number }>(
    'select distinct pos from es.dead_letters where generation = $1 and pos = any($2)',
    [live.generation, positions],
  )
  const parked = new Set(rows.map(({ pos }) => pos))
  return poisoned.find(({ position }) => !parked.has(position))
}

export type Actor = Pick<EventMetadata, 'actor' | 'correlation' | 'causation'>
export type Recording = { store: EventStore; name: string; by?: Actor | undefined }

export async function recordRetried({ store, name, by }: Recording, keys: readonly string[]): Promise<void> {
  if (keys.length > 0)
    await record(store, { type: 'DeadLettersRetried', data: { projection: name, keys: [...keys] } }, by)
}

export type Skipped = { key: string; position: number; reason: string }

export async function recordSkipped(
  { pool, store, name, by }: Recording & { pool: pg.Pool },
  letter: Skipped,
): Promise<void> {
  const known = await listDeadLetters(pool, name)
  if (!known.some(({ key, position }) => key === letter.key && position === letter.position))
    throw new NoSuchDeadLetter(`${name}: ${letter.key} at ${letter.position}`)
  await record(store, { type: 'DeadLetterSkipped', data: { projection: name, ...letter } }, by)
}

async function record(store: EventStore, event: OperatorEvent, by?: Actor): Promise<void> {
  await store.append({
    commandId: newCommandId(),
    meta: { ...(by ?? { actor: 'operator', correlation: newCommandId() }), cause: event.type },
    writes: [{ stream: `operation-${event.data.projection}`, expected: null, events: [event] }],
  })
}
