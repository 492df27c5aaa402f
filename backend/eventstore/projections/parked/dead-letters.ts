// What a projection or a reactor could not make anything of, and what operators did about it.
import type pg from 'pg'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { OperatorEvent } from '#backend/eventstore/definition/operator.events.ts'
import type { EventMetadata } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { PoisonedEvent } from '#backend/eventstore/projections/projection.ts'

/** What stands still since its first event that could not be applied. */
export type DeadLetter = PoisonedEvent & {
  /** Or the reactor. */
  projection: string
  /** The event and the later ones of its row or stream. */
  events: number
  at: Date
}

/** What a retry led to: keys of what goes on, and where the others stand still. */
export type Retried = { recovered: string[]; stuck: PoisonedEvent[] }

/** Nothing is parked under this key at this position. */
export class NoSuchDeadLetter extends Error {
  override readonly name = 'NoSuchDeadLetter'
}

/** What the live generations have parked, an entry for each row or stream. */
export async function listDeadLetters(db: Pick<pg.Pool, 'query'>, name?: string): Promise<DeadLetter[]> {
  const { rows } = await db.query<DeadLetter>(
    // The reason is looked up for the first event of each: behind it there may be millions.
    `select g.projection, case when g.is_row then 'row' else 'stream' end as "by", g.key, g.position, f.error, g.events, g.at
     from (select l.generation, l.projection, l.stream_id is null as is_row, l.key, min(l.pos) as position, count(*) as events, min(l.at) as at
       from es.dead_letters l join es.subscriptions s using (generation)
       where s.state = 'live' and ($1::text is null or l.projection = $1) group by 1, 2, 3, 4) g
     join es.dead_letters f on f.generation = g.generation and f.key = g.key and f.pos = g.position order by 1, 4`,
    [name ?? null],
  )
  return rows
}

/** The letters of a projection or reactor, or those of these keys. */
export async function chosenLetters(
  db: Pick<pg.Pool, 'query'>,
  name: string,
  keys?: readonly string[],
): Promise<DeadLetter[]> {
  const all = await listDeadLetters(db, name)
  return keys ? all.filter(({ key }) => keys.includes(key)) : all
}

/** Whose act it is, for the event about it; absent: an operator's. */
export type Doer = Pick<EventMetadata, 'actor' | 'correlation' | 'causation'>

/** Letters that are taken back together: after a bad release there may be any number. */
const atOnce = 500

/** Takes back some of the letters at a time, each part for good, and recorded; `retry`: does so with a part. */
export async function retryInParts(
  parts: { store: EventStore; name: string; by?: Doer | undefined },
  letters: readonly DeadLetter[],
  retry: (some: readonly DeadLetter[]) => Promise<Retried>,
): Promise<Retried> {
  const all: Retried = { recovered: [], stuck: [] }
  for (let from = 0; from < letters.length; from += atOnce) {
    const { recovered, stuck } = await retry(letters.slice(from, from + atOnce))
    await recordRetried(parts, recovered)
    all.recovered.push(...recovered)
    all.stuck.push(...stuck)
  }
  return all
}

/** Records what went on again after a retry; nothing if nothing did. */
async function recordRetried(
  { store, name, by }: { store: EventStore; name: string; by?: Doer | undefined },
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await record(store, { type: 'DeadLettersRetried', data: { projection: name, keys: [...keys] } }, by)
}

/** Records that an event is left out for good of a row or stream that stands still at it; throws NoSuchDeadLetter if none does. */
export async function recordSkipped(
  { pool, store, name, by }: { pool: pg.Pool; store: EventStore; name: string; by?: Doer | undefined },
  letter: { key: string; position: number; reason: string },
): Promise<void> {
  const known = await listDeadLetters(pool, name)
  if (!known.some(({ key, position }) => key === letter.key && position === letter.position))
    throw new NoSuchDeadLetter(`${name}: ${letter.key} at ${letter.position}`)
  await record(store, { type: 'DeadLetterSkipped', data: { projection: name, ...letter } }, by)
}

async function record(store: EventStore, event: OperatorEvent, by?: Doer): Promise<void> {
  await store.append({
    commandId: newCommandId(),
    meta: { ...(by ?? { actor: 'operator', correlation: newCommandId() }), cause: event.type },
    writes: [{ stream: `operation-${event.data.projection}`, expected: null, events: [event] }],
  })
}
