// Retries a projection's parked rows and streams: folds the touched rows again from their streams, or adds the missing
// events to rows that any stream may touch.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { Interest } from '#backend/eventstore/log/decoding/interest.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import { type Generation, tableOf } from '#backend/eventstore/projections/generation.ts'
import { readSkips } from '#backend/eventstore/projections/log-fold.ts'
import {
  behindAnother,
  knownRowsOf,
  nothingParked,
  type PoisonedEvent,
  type Projection,
  type RowKey,
  reasonOf,
  rowsOf,
  type Skips,
  skipText,
} from '#backend/eventstore/projections/projection.ts'
import { park, readParked, writeAccepted } from '#backend/eventstore/projections/row-writer.ts'
import { chosenLetters, type DeadLetter, type Doer, type Retried, recordSkipped, retryInParts } from './dead-letters.ts'
import { addLateEvents, standingRows } from './late-events.ts'
import { holdLiveRows, liveGeneration } from './live-rows.ts'
import { readAt, readBehind } from './parked-events.ts'
import { RowFold, type TellingStreams } from './row-fold.ts'
import { standingStreams, without } from './standing.ts'

type Parts = {
  pool: pg.Pool
  store: EventStore
  projection: Projection
  by?: Doer | undefined
}
type FoldingParts = Parts & { streamsOf: TellingStreams }

/**
 * Retries parked rows and streams (or these keys); those that fail again stay parked. Recorded as DeadLettersRetried.
 * Throws NotFed if another version wrote the live rows.
 */
export async function retryDeadLetters(parts: Parts, keys?: readonly string[]): Promise<Retried> {
  const { pool, projection } = parts
  const letters = await chosenLetters(pool, projection.name, keys)
  return retryInParts({ ...parts, name: projection.name }, letters, async (some) => {
    const { streams } = projection
    const live = await liveGeneration(pool, projection)
    const standing = await standingStreams(pool, await readerOf(parts), some)
    if (streams === 'any') standing.push(...(await standingRows(pool, { ...parts, live }, some)))
    const tried = without(some, standing)
    if (tried.length === 0) return { recovered: [], stuck: standing }
    const { recovered, stuck } =
      streams === 'any'
        ? await transaction(pool, (client) => addLateEvents(client, parts, tried))
        : await foldAnew({ ...parts, streamsOf: streams }, tried)
    return { recovered, stuck: [...standing, ...stuck] }
  })
}

async function readerOf({ store, projection }: Parts) {
  const interest = new Interest(store, projection.eventTypes)
  return {
    store,
    skips: await readSkips(store, projection.name),
    unseal: projection.streams === 'any' && projection.personal,
    concerns: (row: StoredEvent) => interest.concerns(row),
    refusalOf(event: Decoded) {
      const keyed = rowsOf(projection, event)
      return keyed instanceof Error ? reasonOf(keyed) : undefined
    },
  }
}

async function foldAnew(parts: FoldingParts, letters: readonly DeadLetter[]): Promise<Retried> {
  const { pool, projection } = parts
  const live = await liveGeneration(pool, projection)
  const first = await planOf(pool, parts, letters, live)
  await first.fold.advance(live.pos) // most of it before anybody has to wait
  return transaction(pool, (client) => takeBack(client, parts, letters, first))
}

/**
 * Skips one event of a row or stream for good, here and in every rebuild, and retries the row or stream. Recorded as
 * DeadLetterSkipped.
 */
export async function skipDeadLetter(
  parts: Parts,
  letter: { key: string; position: number; reason: string },
): Promise<Retried> {
  await liveGeneration(parts.pool, parts.projection) // before it is recorded for good
  await recordSkipped({ ...parts, name: parts.projection.name }, letter)
  return retryDeadLetters(parts, [letter.key])
}

type Plan = {
  fold: RowFold
  touchedAt: ReadonlyMap<string, number>
  stuck: readonly PoisonedEvent[]
}

async function planOf(
  db: Pick<pg.ClientBase, 'query'>,
  { pool, store, projection, streamsOf }: FoldingParts,
  letters: readonly DeadLetter[],
  { generation, pos }: Pick<Generation, 'generation' | 'pos'>,
): Promise<Plan> {
  const skips = await readSkips(store, projection.name)
  const parked = (await readParked(db, [generation])).get(generation) ?? nothingParked
  const streams = new Map(parked.stream)
  const keys = new Map<string, RowKey>()
  const touchedAt = new Map<string, number>()
  const stuck: PoisonedEvent[] = []
  stuck.push(...(await addRows({ pool, store, projection }, letters, keys)))
  for (const letter of letters.filter(({ by }) => by === 'stream')) {
    const left = await readAgain({ pool, store, projection, skips, pos }, letter, keys, touchedAt)
    for (const one of left) stuck.push(one) // there may be too many for one call
    if (left[0]) streams.set(letter.key, left[0].position)
    else streams.delete(letter.key)
  }
  return { fold: new RowFold({ pool, store, projection, streamsOf, skips, keys, streams }), touchedAt, stuck }
}

async function addRows(
  { pool, store, projection }: Parts,
  letters: readonly DeadLetter[],
  keys: Map<string, RowKey>,
): Promise<DeadLetter[]> {
  const rows = letters.filter(({ by }) => by === 'row')
  const stored = await readAt(pool, [...new Set(rows.map(({ position }) => position))])
  const decoded = await store.codec.decodeEach(stored, { unseal: false })
  const touched = new Map(decoded.map((event) => [event.position, knownRowsOf(projection, event)]))
  return rows.filter(({ key, position }) => {
    const own = touched.get(position)?.find(({ text }) => text === key)
    if (own) keys.set(key, own.key)
    return own === undefined
  })
}

/** Adds the rows touched by a parked stream; returns its first event that still fails and all behind. */
async function readAgain(
  { pool, store, projection, skips, pos }: Parts & { skips: Skips; pos: number },
  { key: stream, position: since }: DeadLetter,
  keys: Map<string, RowKey>,
  touchedAt: Map<string, number>,
): Promise<PoisonedEvent[]> {
  const interest = new Interest(store, projection.eventTypes)
  const left: PoisonedEvent[] = []
  for await (const page of readBehind(pool, since, pos)) {
    const stored = page.filter((row) => interest.concerns(row))
    for (const event of await store.codec.decodeEach(stored, { unseal: false })) {
      if (skips.has(skipText(event.position, stream))) continue
      const keyed = rowsOf(projection, event)
      if (left.length > 0 || keyed instanceof Error) left.push(stuckAt(stream, event, left.length > 0, keyed))
      else
        for (const { text, key } of keyed) {
          keys.set(text, key)
          if (!touchedAt.has(text)) touchedAt.set(text, event.position)
        }
    }
  }
  return left
}

function stuckAt(stream: string, { position }: Decoded, isBehind: boolean, reason: unknown): PoisonedEvent {
  return { by: 'stream', key: stream, position, error: isBehind ? behindAnother : reasonOf(reason) }
}

async function takeBack(
  client: pg.ClientBase,
  parts: FoldingParts,
  letters: readonly DeadLetter[],
  first: Plan,
): Promise<Retried> {
  const { projection } = parts
  const live = await holdLiveRows(client, projection)
  const { generation, pos } = live
  const target = { projection, table: tableOf(live) }
  const now = await planOf(client, parts, letters, { generation, pos })
  const fold = now.fold.isLike(first.fold) ? first.fold : now.fold
  await fold.advance(pos)
  const refused = await writeAccepted(client, target, fold.rows)
  const left = [...now.stuck, ...fold.poisoned, ...refusedEvents(refused, letters, now.touchedAt)]
  await client.query('delete from es.dead_letters where generation = $1 and key = any($2)', [
    generation,
    [...new Set([...letters.map(({ key }) => key), ...fold.keys.keys()])],
  ])
  await park(client, live, left)
  await notifyGenerations(client, { checkpoints: {}, changed: [projection.name] })
  const stuck = left.filter(({ error }) => error !== behindAnother)
  const isStuck = (letter: DeadLetter) => stuck.some(({ by, key }) => by === letter.by && key === letter.key)
  return { recovered: letters.filter((letter) => !isStuck(letter)).map(({ key }) => key), stuck }
}

/** A row that the table refuses stays parked where it was, or at the first touch by the retried stream. */
function refusedEvents(
  refused: ReadonlyMap<string, string>,
  letters: readonly DeadLetter[],
  touchedAt: Plan['touchedAt'],
): PoisonedEvent[] {
  return [...refused].map(([key, error]) => {
    const letter = letters.find((one) => one.by === 'row' && one.key === key)
    return { by: 'row', key, position: letter?.position ?? touchedAt.get(key) ?? 0, error }
  })
}
