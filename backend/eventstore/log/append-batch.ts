// Entries as the parameters of es.append and es.append_one: array literals built by hand, which the driver would make more slowly.
import type { AppendEntry } from './append-entry.ts'

/** Expected versions with a meaning of their own in es.append. */
const [anyVersion, afterPrevious] = [-1, -2]

/** The parameters of es.append, in its order. */
export function batchParameters(entries: readonly AppendEntry[]): string[] {
  const streams = distinctStreams(entries)
  const keys = [...new Set(entries.flatMap((entry) => entry.guarded.map(({ key }) => key)))].sort(ascending)
  const keyIndex = new Map(keys.map((key, index) => [key, index + 1]))

  const w = { entry: [] as number[], stream: [] as number[], expected: [] as number[], count: [] as number[] }
  const e = { stream: [] as string[], type: [] as number[], schema: [] as number[], at: [] as string[] }
  const hasTimes = entries.some((entry) => entry.at !== null)
  const data: string[] = []
  const meta: string[] = []
  const k = { entry: [] as number[], scope: [] as number[], key: [] as string[], stream: [] as number[] }
  const g = { entry: [] as number[], key: [] as number[], total: [] as number[], taken: [] as number[] }

  entries.forEach((entry, index) => {
    const follows = entry.follows !== undefined && entry.follows === entries[index - 1]?.commandId
    for (const write of entry.writes) {
      const stream = streams.index.get(write.id) ?? 0
      w.entry.push(index + 1)
      w.stream.push(stream)
      w.expected.push(follows ? afterPrevious : (write.expected ?? anyVersion))
      w.count.push(write.events.length)
      for (const event of write.events) {
        e.stream.push(streams.uuids[stream - 1] ?? '')
        e.type.push(event.type)
        e.schema.push(event.schemaVersion)
        if (hasTimes) e.at.push(entry.at ? `"${entry.at.toISOString()}"` : 'NULL')
        data.push(event.data)
        meta.push(event.meta)
      }
    }
    for (const claim of entry.claims) {
      k.entry.push(index + 1)
      k.scope.push(claim.code)
      k.key.push(`"\\\\x${claim.key.toString('hex')}"`)
      k.stream.push(streams.index.get(claim.stream) ?? 0)
    }
    for (const change of entry.guarded) {
      g.entry.push(index + 1)
      g.key.push(keyIndex.get(change.key) ?? 0)
      g.total.push(change.total)
      g.taken.push(change.taken)
    }
  })
  const commands = entries.map((entry) => entry.commandId)
  return [
    ...[commands, streams.uuids, streams.categories].map(literal),
    ...[w.entry, w.stream, w.expected, w.count, e.stream, e.type, e.schema].map(literal),
    `[${data.join(',')}]`,
    `[${meta.join(',')}]`,
    literal(e.at),
    ...[k.entry, k.scope, k.key, k.stream, keys, g.entry, g.key, g.total, g.taken].map(literal),
  ]
}

/** The parameters of es.append_one, in its order; null if the entry is more than events for one stream. */
export function singleParameters({ commandId, at, writes, claims, guarded }: AppendEntry): unknown[] | null {
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
  ]
}

/** The batch's streams once each, in the order of their uuids: the order in which all callers lock. */
function distinctStreams(entries: readonly AppendEntry[]) {
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

function ascending(a: number, b: number): number {
  return a - b
}
