// Retries a projection's dead letters.
import type { Queryable } from '#backend/db/transaction.ts'
import { SubscriptionFilter } from '#backend/eventstore/log/decoding/subscription-filter.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { NotFed } from '#backend/eventstore/projections/cut-over.ts'
import { foldRows } from '#backend/eventstore/projections/fold-rows.ts'
import { findLive, type Generation, tableOf } from '#backend/eventstore/projections/generation.ts'
import {
  knownRowsOf,
  onlyRows,
  type Projection,
  type RowKey,
  reasonOf,
  rowsOf,
} from '#backend/eventstore/projections/projection.ts'
import { applyAccepted, park, writeAccepted } from '#backend/eventstore/projections/row-writer.ts'
import { type Retried, recordSkipped } from './dead-letters.ts'
import { type ParkedEvent, type Retryable, type RetryParts, retryLetters } from './retry.ts'

type Parts = RetryParts & { projection: Projection }

/** Throws NotFed if another version wrote the live rows. */
export function retryDeadLetters(parts: Parts, keys?: readonly string[]): Promise<Retried> {
  const { store, projection } = parts
  const open = () => (projection.streams === 'any' ? addingUp(store, projection) : foldingAnew(store, projection))
  return retryLetters({ ...parts, name: projection.name }, open, keys)
}

/** Skips one event of a row or stream for good, here and in every rebuild, and retries the row or stream. */
export async function skipDeadLetter(
  parts: Parts,
  letter: { key: string; position: number; reason: string },
): Promise<Retried> {
  await liveOf(parts.pool, parts.projection) // before it is recorded for good
  await recordSkipped({ ...parts, name: parts.projection.name }, letter)
  return retryDeadLetters(parts, [letter.key])
}

async function liveOf(db: Queryable, { name, version }: Projection): Promise<Generation> {
  const live = await findLive(db, name)
  if (!live) throw new Error(`${name} has no live generation`)
  if (live.version !== version)
    throw new NotFed(`${name} is shown in version ${live.version}, and this is version ${version}`)
  return live
}

function rowsOfProjection(store: EventStore, projection: Projection): Omit<Retryable, 'apply'> {
  const interest = new SubscriptionFilter(store, projection.eventTypes)
  return {
    name: projection.name,
    unseal: false,
    concerns: (row) => interest.concerns(row),
    refusalOf(event) {
      const keyed = rowsOf(projection, event)
      return keyed instanceof Error ? reasonOf(keyed) : undefined
    },
    findLive: (db) => liveOf(db, projection),
    lockRows: (client, live) => client.query(`lock table ${tableOf(live)} in share row exclusive mode`),
  }
}

/** The order of streams does not matter to these rows, so parked events may be applied late. */
function addingUp(store: EventStore, projection: Projection): Retryable {
  return {
    ...rowsOfProjection(store, projection),
    unseal: projection.personal,
    async apply(client, live, { letters, events }, left) {
      const target = { projection: onlyParked(projection, letters), generation: live }
      return (await applyAccepted(client, target, events, left)).poisoned
    },
  }
}

function foldingAnew(store: EventStore, projection: Projection): Retryable {
  const asked = new Map<string, number>()
  const touched = new Map<string, { key: RowKey; position: number }>()
  return {
    ...rowsOfProjection(store, projection),
    async apply(client, live, { letters, events }, left) {
      for (const { by, key, position } of letters) if (by === 'row' && !asked.has(key)) asked.set(key, position)
      const noRows = onlyRows(projection, () => false)
      const { poisoned } = await applyAccepted(client, { projection: noRows, generation: live }, events, left)
      const parked = new Set(poisoned.map(({ position }) => position))
      for (const event of events.filter(({ position }) => !parked.has(position)))
        for (const { text, key } of knownRowsOf(onlyParked(projection, letters), event))
          if (!touched.has(text)) touched.set(text, { key, position: event.position })
      return poisoned
    },
    async finish(client, live, { parked, skips }) {
      const keys = new Map([...touched].map(([text, { key }]) => [text, key]))
      const { rows, poisoned } = await foldRows(
        client,
        { store, projection, skips, parked: parked.stream, to: live.pos },
        keys,
      )
      const refused = await writeAccepted(client, { projection, table: tableOf(live) }, rows)
      for (const [key, error] of refused)
        poisoned.push({ by: 'row', key, position: touched.get(key)?.position ?? 0, error })
      for (const [key, position] of asked)
        if (!touched.has(key)) poisoned.push({ by: 'row', key, position, error: 'no such row is touched here' })
      await client.query('delete from es.dead_letters where generation = $1 and key = any($2) and stream_id is null', [
        live.generation,
        [...touched.keys()],
      ])
      await park(client, live, poisoned)
      return poisoned
    },
  }
}

/** Applies each event only to rows that it was parked for: the others already have it. */
function onlyParked(projection: Projection, letters: readonly ParkedEvent[]): Projection {
  const whole = new Set(letters.filter(({ by }) => by === 'stream').map(({ position }) => position))
  const single = new Set(letters.filter(({ by }) => by === 'row').map(({ position, key }) => `${position} ${key}`))
  return onlyRows(projection, (text, { position }) => whole.has(position) || single.has(`${position} ${text}`))
}
