// Dead letters of projections and reactors, and operators' acts on them.
import type pg from 'pg'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { OperatorEvent } from '#backend/eventstore/definition/operator.events.ts'
import type { EventMetadata } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { PoisonedEvent } from '#backend/eventstore/projections/projection.ts'

export type DeadLetter = PoisonedEvent & {
  projection: string
  events: number
  at: Date
}

export type Retried = { recovered: string[]; stuck: PoisonedEvent[] }

export class NoSuchDeadLetter extends Error {
  override readonly name = 'NoSuchDeadLetter'
}

export async function listDeadLetters(db: Pick<pg.Pool, 'query'>, name?: string): Promise<DeadLetter[]> {
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

export async function chosenLetters(
  db: Pick<pg.Pool, 'query'>,
  name: string,
  keys?: readonly string[],
): Promise<DeadLetter[]> {
  const all = await listDeadLetters(db, name)
  return keys ? all.filter(({ key }) => keys.includes(key)) : all
}

export type Doer = Pick<EventMetadata, 'actor' | 'correlation' | 'causation'>

const atOnce = 500

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

async function recordRetried(
  { store, name, by }: { store: EventStore; name: string; by?: Doer | undefined },
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await record(store, { type: 'DeadLettersRetried', data: { projection: name, keys: [...keys] } }, by)
}

/** Records a skip of the event that parks a row or stream; throws NoSuchDeadLetter if none does. */
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
