// One atomic unit of appending, what comes back, and the ways the store refuses it.
import type { EncodedEvent } from './codec.ts'
import { type StreamName, streamUuid } from './stream-id.ts'

export type StreamWrite = {
  stream: StreamName
  /** The stream's version this write was decided on (0: the stream must not exist); null accepts any. */
  expected: number | null
  events: readonly EncodedEvent[]
}
export type Claim = { scope: ClaimScope; key: Buffer; stream: StreamName }
/** A change of the guarded stock of one product, in units. */
export type StockDelta = { productId: number; onHand: number; reserved: number }

export type AppendEntry = {
  /** Command id of the entry appended right before, where this one was decided on what that one leads to: refused together with it. */
  follows?: string
  /** uuid; an entry with an id seen before is not appended again. */
  commandId: string
  /** When it happened; null is now, by the database's clock. Only the demo's history and imports give one. */
  at: Date | null
  /** Each stream at most once. */
  writes: readonly StreamWrite[]
  claims: readonly Claim[]
  stock: readonly StockDelta[]
  /** W3C trace context of the append, only while traces are sent. */
  traceparent?: string
}
export type AppendOutcome = { position: number; duplicate: boolean }

/** Scopes stand in stored claims: never renumber. */
export const claimScopes = { email: 1 } as const
export type ClaimScope = (typeof claimScopes)[keyof typeof claimScopes]

/** Somebody else wrote to the stream in between. */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict'
  readonly stream: StreamName
  readonly expected: number | null
  /** The stream's version as seen right after the refusal; null where nobody looked. */
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
  readonly scope: ClaimScope

  constructor(scope: ClaimScope) {
    super(`claim of scope ${scope} is taken`)
    this.scope = scope
  }
}

/** Fewer units than asked for. */
export class StockShort extends Error {
  override readonly name = 'StockShort'
  readonly productId: number

  constructor(productId: number) {
    super(`product ${productId} has too little stock`)
    this.productId = productId
  }
}

/** More appends wait than this process can hold. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
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
    if (write) return new VersionConflict(write.stream, write.expected, versions.get(streamUuid(write.stream)) ?? 0)
  }
  if (failure === 'claim') {
    const claim = entry?.claims[detail - 1 - before((e) => e.claims)]
    if (claim) return new ClaimTaken(claim.scope)
  }
  if (failure === 'stock') {
    const delta = entry?.stock[detail - 1 - before((e) => e.stock)]
    if (delta) return new StockShort(delta.productId)
  }
  return new Error(`es.append refused entry ${index} without a reason`)
}
