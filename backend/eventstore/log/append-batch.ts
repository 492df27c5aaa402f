// Builds the array parameters of es.append and es.append_one by hand, faster than the driver would.
import type { AppendEntry } from './append-entry.ts'

const [anyVersion, afterPrevious] = [-1, -2]

export function batchParameters(entries: readonly AppendEntry[]): string[] {
  const streams = distinctStreams(entries)
  const { entry, stream, expected, count, events } = writeColumns(entries, streams)
  const claims = claimColumns(entries, streams)
  const guarded = guardColumns(entries)
  return [
    ...[entries.map(({ commandId }) => commandId), streams.uuids, streams.categories].map(literal),
    ...[entry, stream, expected, count, events.stream, events.type, events.schema].map(literal),
    `[${events.data.join(',')}]`,
    `[${events.meta.join(',')}]`,
    literal(events.at),
    ...[claims.entry, claims.scope, claims.key, claims.stream].map(literal),
    ...[guarded.keys, guarded.entry, guarded.key, guarded.total, guarded.taken].map(literal),
    literal(entries.map(({ fingerprint }) => (fingerprint ? bytes(fingerprint) : 'NULL'))),
  ]
}

export function lockParameters(entries: readonly AppendEntry[]): { values: string[]; claimEntries: number[] } {
  const claims = claimColumns(entries, distinctStreams(entries))
  const locked = entries.flatMap(({ writes }) => writes.filter(({ events }) => events.length > 0).map(({ id }) => id))
  const streams = [...new Set(locked)].sort()
  const values = [streams, guardColumns(entries).keys, claims.scope, claims.key].map(literal)
  return { values, claimEntries: claims.entry.map((entry) => entry - 1) }
}

function writeColumns(entries: readonly AppendEntry[], { index, uuids }: DistinctStreams) {
  const writes = { entry: [] as number[], stream: [] as number[], expected: [] as number[], count: [] as number[] }
  const events = {
    stream: [] as string[],
    type: [] as number[],
    schema: [] as number[],
    at: [] as string[],
    data: [] as string[],
    meta: [] as string[],
  }
  const hasTimes = entries.some((entry) => entry.at !== null)
  for (const [place, entry] of entries.entries()) {
    const follows = entry.follows !== undefined && entry.follows === entries[place - 1]?.commandId
    for (const write of entry.writes) {
      const stream = index.get(write.id) ?? 0
      writes.entry.push(place + 1)
      writes.stream.push(stream)
      writes.expected.push(follows ? afterPrevious : (write.expected ?? anyVersion))
      writes.count.push(write.events.length)
      for (const event of write.events) {
        events.stream.push(uuids[stream - 1] ?? '')
        events.type.push(event.type)
        events.schema.push(event.schemaVersion)
        if (hasTimes) events.at.push(entry.at ? `"${entry.at.toISOString()}"` : 'NULL')
        events.data.push(event.data)
        events.meta.push(event.meta)
      }
    }
  }
  return { ...writes, events }
}

function claimColumns(entries: readonly AppendEntry[], { index }: DistinctStreams) {
  const claims = entries.flatMap((entry, place) => entry.claims.map((claim) => ({ ...claim, entry: place + 1 })))
  return {
    entry: claims.map(({ entry }) => entry),
    scope: claims.map(({ code }) => code),
    key: claims.map(({ key }) => bytes(key)),
    stream: claims.map(({ stream }) => index.get(stream) ?? 0),
  }
}

/** One element per change of a guarded total. The sorted keys give all callers one lock order. */
function guardColumns(entries: readonly AppendEntry[]) {
  const changes = entries.flatMap((entry, place) => entry.guarded.map((change) => ({ ...change, entry: place + 1 })))
  const keys = [...new Set(changes.map(({ key }) => key))].sort(ascending)
  const index = new Map(keys.map((key, place) => [key, place + 1]))
  return {
    keys,
    entry: changes.map(({ entry }) => entry),
    key: changes.map(({ key }) => index.get(key) ?? 0),
    total: changes.map(({ total }) => total),
    taken: changes.map(({ taken }) => taken),
  }
}

export function singleParameters({
  commandId,
  fingerprint,
  at,
  writes,
  claims,
  guarded,
}: AppendEntry): unknown[] | null {
  const [write] = writes
  const meta = write?.events[0]?.meta
  if (!write || meta === undefined || writes.length > 1 || claims.length > 0 || guarded.length > 0) return null
  const { id, category, expected, events } = write
  if (events.some((event) => event.meta !== meta)) return null
  return [
    commandId,
    id,
    category,
    expected ?? anyVersion,
    literal(events.map((event) => event.type)),
    literal(events.map((event) => event.schemaVersion)),
    `[${events.map((event) => event.data).join(',')}]`,
    meta,
    at,
    fingerprint,
  ]
}

type DistinctStreams = { uuids: string[]; categories: number[]; index: ReadonlyMap<string, number> }

/** Sorts the batch's streams by uuid, so that all callers lock in one order. */
function distinctStreams(entries: readonly AppendEntry[]): DistinctStreams {
  const categories = new Map<string, number>()
  for (const entry of entries) for (const write of entry.writes) categories.set(write.id, write.category)
  const uuids = [...categories.keys()].sort()
  return {
    uuids,
    categories: uuids.map((uuid) => categories.get(uuid) ?? 0),
    index: new Map(uuids.map((uuid, index) => [uuid, index + 1])),
  }
}

function literal(items: readonly (string | number)[]): string {
  return `{${items.join(',')}}`
}

function bytes(value: Buffer): string {
  return `"\\\\x${value.toString('hex')}"`
}

function ascending(a: number, b: number): number {
  return a - b
}
