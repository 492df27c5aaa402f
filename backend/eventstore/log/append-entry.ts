// One atomic unit of appending, what comes back, and the ways the store refuses it.
import type { GuardedChange } from '#backend/eventstore/definition/log-definition.ts'
import type { EncodedEvent } from './codec.ts'
import type { StreamName } from './stream-id.ts'

/** What is written to one stream. `id` and `category` are its uuid and stored code. */
export type StreamWrite = {
  stream: StreamName
  id: string
  category: number
  /** The stream's version this write was decided on (0: the stream must not exist); null accepts any. */
  expected: number | null
  events: readonly EncodedEvent[]
}
/** A value that is unique within a scope, taken for a stream that the entry writes. `code`: the scope's number as stored. */
export type StoredClaim = { scope: string; code: number; key: Buffer; stream: string }

export type AppendEntry = {
  /** Command id of the entry appended right before, if this one was decided on what that one leads to: refused together with it. */
  follows?: string
  /** uuid; an entry with an id seen before is not appended again. */
  commandId: string
  /** What the id is bound to: the same id with another fingerprint is refused. Null: the id was made for this entry alone. */
  fingerprint: Buffer | null
  /** Length of the events' data. */
  bytes: number
  /** When it happened; null is now, by the database's clock. Only a made-up history and imports give one. */
  at: Date | null
  /** Each stream at most once. */
  writes: readonly StreamWrite[]
  claims: readonly StoredClaim[]
  guarded: readonly GuardedChange[]
  /** W3C trace context of the append, only while traces are sent. */
  traceparent?: string
}
export type AppendOutcome = { position: number; duplicate: boolean }

/** Another writer was faster: the stream is not at the version that the write was decided on. */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict'
  readonly stream: StreamName
  readonly expected: number | null
  /** The stream's version as seen right after the refusal; null if it was not looked up. */
  readonly actual: number | null

  constructor(stream: StreamName, expected: number | null, actual: number | null = null) {
    super(`${stream} is not at version ${expected}${actual === null ? '' : ` but at ${actual}`}`)
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

/** The unique value belongs to another stream already. */
export class ClaimTaken extends Error {
  override readonly name = 'ClaimTaken'
  readonly scope: string

  constructor(scope: string) {
    super(`the ${scope} is taken`)
    this.scope = scope
  }
}

/** The append would leave more units of a guarded key taken than there are, or fewer than none. */
export class GuardRefused extends Error {
  override readonly name = 'GuardRefused'
  readonly key: number

  constructor(key: number) {
    super(`the guarded units of ${key} are too few`)
    this.key = key
  }
}

/** The append could not be made in time and was not made: too many others wait, or another session keeps what it needs. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

/** The command id was accepted before, for another actor, stream, command or content. */
export class CommandIdReused extends Error {
  override readonly name = 'CommandIdReused'
}

/** An event, or the events of one entry together, are longer than the log takes. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

const maxEventBytes = 1024 ** 2
const maxEntryBytes = 4 * 1024 ** 2

/** The length of all events' data in bytes; throws TooLarge before the database sees them. */
export function bytesOf(writes: readonly StreamWrite[]): number {
  let bytes = 0
  for (const { stream, events } of writes)
    for (const { data } of events) {
      const length = Buffer.byteLength(data)
      if (length > maxEventBytes) throw new TooLarge(`an event of ${stream} has ${length} bytes of ${maxEventBytes}`)
      bytes += length
    }
  if (bytes > maxEntryBytes) throw new TooLarge(`an entry has ${bytes} bytes of ${maxEntryBytes}`)
  return bytes
}

/** The error for entry `index` of a batch from es.append's failure word and its 1-based index over the whole batch. versions: by uuid. */
export function appendFailure(
  batch: readonly AppendEntry[],
  index: number,
  failure: string | null,
  detail: number,
  versions: ReadonlyMap<string, number>,
): Error {
  const before = <T>(pick: (entry: AppendEntry) => readonly T[]) =>
    batch.slice(0, index).reduce((sum, entry) => sum + pick(entry).length, 0)
  const entry = batch[index]
  if (failure === 'version') {
    const write = entry?.writes[detail - 1 - before((e) => e.writes)]
    if (write) return new VersionConflict(write.stream, write.expected, versions.get(write.id) ?? 0)
  }
  if (failure === 'claim') {
    const claim = entry?.claims[detail - 1 - before((e) => e.claims)]
    if (claim) return new ClaimTaken(claim.scope)
  }
  if (failure === 'guard') {
    const change = entry?.guarded[detail - 1 - before((e) => e.guarded)]
    if (change) return new GuardRefused(change.key)
  }
  return new Error(`es.append refused entry ${index} without a reason`)
}
