// Appends a batch of entries in one round trip. Builds the parameters of es.append by hand, faster than the driver would.
import type pg from 'pg'
import type { AppendEntry, BatchOutcome } from './append-entry.ts'
import { addPartitions, lacksPartition } from './partitions/partitions.ts'
import { streamCategoryCode } from './stream-id.ts'

/**
 * Refuses entries whose rows another session has locked. Adds partitions first if the log's last one is full, after a
 * long time without a worker.
 */
export async function appendBatch(pool: pg.Pool, entries: readonly AppendEntry[]): Promise<BatchOutcome> {
  const values = batchParameters(entries)
  const places = values.map((_, index) => `$${index + 1}`).join(',')
  const text = `select head, positions, failures, details, actual from es.append(${places})`
  const append = async () => (await pool.query<BatchOutcome>({ name: 'es.append', text, values })).rows[0]
  try {
    return (await append()) as BatchOutcome
  } catch (error) {
    if (!lacksPartition(error)) throw error
    await addPartitions(pool, entries.flatMap(({ writes }) => writes.flatMap(({ events }) => events)).length)
    return (await append()) as BatchOutcome
  }
}

function batchParameters(entries: readonly AppendEntry[]): (string | null)[] {
  const { uuids, held, place } = distinctStreams(entries)
  const guarded = guardColumns(entries)
  const events = entries.flatMap(({ at, writes }) =>
    writes.flatMap(({ id, events }) => events.map((event) => ({ ...event, id, at }))),
  )
  const rows = entries.flatMap(({ writes }, entry) =>
    writes.map(({ id, expected, events }) => list([entry + 1, place.get(id) ?? null, expected, events.length])),
  )
  const claims = claimsOf(entries).map(
    ({ entry, code, key, stream }) =>
      `{"entry":${entry + 1},"scope":${code},"key":"\\\\x${key.toString('hex')}","stream":"${stream}"}`,
  )
  return [
    list(entries.map(({ commandId }) => commandId)),
    list(entries.map(({ fingerprint }) => fingerprint && bytes(fingerprint))),
    ...[uuids, uuids.map(streamCategoryCode), held, rows].map(list),
    list(events.map(({ id }) => id)),
    list(events.map(({ type }) => type)),
    list(events.map(({ schemaVersion }) => schemaVersion)),
    `[${events.map(({ data }) => data).join(',')}]`,
    `[${events.map(({ meta }) => meta).join(',')}]`,
    list(events.map(({ at }) => at && `"${at.toISOString()}"`)),
    ...[guarded.keys, guarded.changes].map(list),
    claims.length > 0 ? `[${claims.join(',')}]` : null,
  ]
}

function claimsOf(entries: readonly AppendEntry[]) {
  return entries.flatMap(({ claims }, entry) => claims.map((claim) => ({ ...claim, entry })))
}

/** One row per change of a guarded total. The sorted keys give all callers one lock order. */
function guardColumns(entries: readonly AppendEntry[]): { keys: number[]; changes: string[] } {
  const keys = [...new Set(entries.flatMap(({ guarded }) => guarded.map(({ key }) => key)))].sort((a, b) => a - b)
  const place = new Map(keys.map((key, index) => [key, index + 1]))
  const changes = entries.flatMap(({ guarded }, entry) =>
    guarded.map(({ key, total, taken }) => list([entry + 1, place.get(key) ?? null, total, taken])),
  )
  return { keys, changes }
}

/** Sorts the batch's streams by uuid, so that all callers lock in one order. No entry writes a held one. */
function distinctStreams(entries: readonly AppendEntry[]) {
  const writes = entries.flatMap((entry) => entry.writes)
  const uuids = [...new Set(writes.map(({ id }) => id))].sort()
  const written = new Set(writes.filter(({ events }) => events.length > 0).map(({ id }) => id))
  const place = new Map(uuids.map((uuid, index) => [uuid, index + 1]))
  return { uuids, held: uuids.filter((uuid) => !written.has(uuid)), place }
}

function list(items: readonly (string | number | boolean | null)[]): string {
  return `{${items.map((item) => item ?? 'NULL').join(',')}}`
}

function bytes(value: Buffer): string {
  return `"\\\\x${value.toString('hex')}"`
}
