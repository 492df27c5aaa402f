import type { Queryable } from '#backend/db/transaction.ts'
import type { LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import { SubscriptionFilter } from '#backend/eventstore/log/decoding/subscription-filter.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { eventsAt } from '#backend/eventstore/log/reads/log-pages.ts'
import { type StreamPattern, streamRange } from '#backend/eventstore/log/stream-id.ts'
import {
  foldBatch,
  mayTouch,
  type Parked,
  type PoisonedEvent,
  type Projection,
  type Row,
  type RowKey,
  type Skips,
} from './projection.ts'

const eventsAtOnce = 1000

export type FoldedRows = { rows: Map<string, { key: RowKey; row: Row | null }>; poisoned: PoisonedEvent[] }

/** Throws Undecodable for an unreadable event that is not parked. */
export async function foldRows(
  db: Queryable,
  parts: { store: EventStore; projection: Projection; skips: Skips; parked: Parked['stream']; to: number },
  keys: ReadonlyMap<string, RowKey>,
): Promise<FoldedRows> {
  const { store, projection, skips, to } = parts
  const { streams: streamsOf } = projection
  const interest = new SubscriptionFilter(store, projection.eventTypes)
  const folded: FoldedRows = { rows: new Map(), poisoned: [] }
  const parked = { row: new Set<string>(), stream: parts.parked }
  if (streamsOf === 'any') throw new Error(`${projection.name}: any stream may touch a row`)
  const positions = await positionsIn(db, store.log, [...keys.values()].flatMap(streamsOf), to)
  for (let from = 0; from < positions.length; from += eventsAtOnce) {
    const stored = await eventsAt(db, positions.slice(from, from + eventsAtOnce))
    const page = stored.filter((row) => interest.concerns(row))
    const decoded = await store.codec.decodeEach(page, { unseal: projection.personal })
    const events = decoded.filter((event) => mayTouch(projection, event, keys))
    const before = { get: (text: string) => folded.rows.get(text)?.row }
    const { rows, poisoned } = foldBatch(projection, events, before, { parked, skips })
    for (const one of poisoned) {
      if (one.by === 'row' && keys.has(one.key)) {
        folded.poisoned.push(one)
        parked.row.add(one.key)
      } else if (one.by === 'stream' && !parked.stream.has(one.key))
        throw events.find((event) => event instanceof Undecodable) ?? new Error(one.error)
    }
    for (const [text, row] of rows) if (keys.has(text)) folded.rows.set(text, row)
  }
  return folded
}

async function positionsIn(
  db: Queryable,
  log: LogDefinition,
  streams: readonly StreamPattern[],
  to: number,
): Promise<number[]> {
  const ranges = streams.map((pattern) => streamRange(log, pattern))
  const { rows } = await db.query<{ pos: number }>(
    `select distinct e.pos from unnest($1::uuid[], $2::uuid[]) r(first, last)
     join es.events e on e.stream_id between r.first and r.last where e.pos <= $3 order by 1`,
    [ranges.map(({ first }) => first), ranges.map(({ last }) => last), to],
  )
  return rows.map(({ pos }) => pos)
}
