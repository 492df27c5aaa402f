import type { GuardedChange } from '#backend/eventstore/definition/log-definition.ts'
import type { EncodedEvent } from './codec.ts'
import type { StreamName } from './stream-id.ts'

export type StreamWrite = {
  stream: StreamName
  id: string
  /** The stream's version behind the decision (0: the stream must not exist); null accepts any. */
  expected: number | null
  events: readonly EncodedEvent[]
}
export type StoredClaim = { scope: string; code: number; key: Buffer; stream: string }

export type AppendEntry = {
  /** A uuid; the store appends each only once. */
  commandId: string
  /** The store refuses the same id with another fingerprint. Null for an id made for this entry alone. */
  fingerprint: Buffer | null
  bytes: number
  at: Date | null
  writes: readonly StreamWrite[]
  claims: readonly StoredClaim[]
  guarded: readonly GuardedChange[]
  traceparent?: string
}
export type AppendOutcome = { position: number; duplicate: boolean }

export class VersionConflict extends Error {
  override readonly name = 'VersionConflict'
  readonly stream: StreamName
  readonly expected: number | null
  readonly actual: number | null

  constructor(stream: StreamName, expected: number | null, actual: number | null = null) {
    super(`${stream} is not at version ${expected}${actual === null ? '' : ` but at ${actual}`}`)
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

export class ClaimTaken extends Error {
  override readonly name = 'ClaimTaken'
  readonly scope: string

  constructor(scope: string) {
    super(`the ${scope} is taken`)
    this.scope = scope
  }
}

export class GuardRefused extends Error {
  override readonly name = 'GuardRefused'
  readonly key: number

  constructor(key: number) {
    super(`the guarded units of ${key} are too few`)
    this.key = key
  }
}

/** The store could not append in time and appended nothing: the queue is full, or another session holds a lock. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

export class CommandIdReused extends Error {
  override readonly name = 'CommandIdReused'
}

export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

const maxEventBytes = 1024 ** 2
const maxEntryBytes = 4 * 1024 ** 2

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

/** An answer of es.append. Positions count from `head`; places and versions are null where they say nothing. */
export type BatchOutcome = {
  head: number
  positions: (number | null)[]
  failures: (string | null)[]
  /** The failed write, claim or guarded change: its place among those of the whole batch, from 1. */
  details: (number | null)[]
  actual: (number | null)[]
}

export function appendFailure(
  batch: readonly AppendEntry[],
  index: number,
  { failures, details, actual }: BatchOutcome,
): Error {
  const failed = <T>(pick: (entry: AppendEntry) => readonly T[]) => batch.flatMap(pick)[(details[index] ?? 0) - 1]
  const failure = failures[index]
  const write = failure === 'version' && failed(({ writes }) => writes)
  if (write) return new VersionConflict(write.stream, write.expected, actual[index])
  const claim = failure === 'claim' && failed(({ claims }) => claims)
  if (claim) return new ClaimTaken(claim.scope)
  const change = failure === 'guard' && failed(({ guarded }) => guarded)
  if (change) return new GuardRefused(change.key)
  return new Error(`es.append refused entry ${index} without a reason`)
}
