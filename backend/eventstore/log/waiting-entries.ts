// Chooses the waiting entries that may leave together in one batch.
import { type AppendEntry, type AppendOutcome, Overloaded, type StoredClaim, VersionConflict } from './append-entry.ts'

export type Waiting = {
  readonly entry: AppendEntry
  isFree: boolean
  before: Waiting | null | undefined
  isAccepted: boolean
  /** Another stream holds the claim: the database will refuse this entry, without harm to its batch. */
  isLate: boolean
  sendUntil: number
  resolve(outcome: AppendOutcome): void
  reject(error: unknown): void
}

export function inTime(batch: readonly Waiting[]): readonly Waiting[] {
  const now = performance.now()
  for (const one of batch) if (one.sendUntil < now) one.reject(new Overloaded('others keep what the append needs'))
  return batch.filter((one) => one.sendUntil >= now)
}

/** Rejects entries that follow a refused entry, unless they stand right behind the one they follow. */
export function withoutOrphans(batch: readonly Waiting[]): readonly Waiting[] {
  const kept: Waiting[] = []
  for (const one of batch) {
    if (one.before === kept.at(-1) || mayGo(one)) kept.push(one)
    else one.reject(conflictOf(one))
  }
  return kept
}

/**
 * Takes out entries that repeat an earlier entry's claim, and their followers: the whole batch would fail. `rivals`
 * maps each to the entry that goes first.
 */
export function withoutRivals(batch: readonly Waiting[]): { going: Waiting[]; rivals: Map<Waiting, Waiting> } {
  const claimed = new Map<string, Waiting>()
  const rivals = new Map<Waiting, Waiting>()
  const firstFor = (one: Waiting) =>
    one.isLate ? undefined : one.entry.claims.map((claim) => claimed.get(nameOf(claim))).find(Boolean)
  for (const one of batch) {
    const first = (one.before && rivals.get(one.before)) ?? firstFor(one)
    if (first) rivals.set(one, first)
    else for (const claim of one.entry.claims) claimed.set(nameOf(claim), one)
  }
  return { going: batch.filter((one) => !rivals.has(one)), rivals }
}

function nameOf({ code, key }: StoredClaim): string {
  return `${code} ${key.toString('latin1')}`
}

export function mayGo(one: Waiting): boolean {
  return one.before === undefined || one.before?.isAccepted === true
}

export function conflictOf({ entry: { writes } }: Waiting): VersionConflict {
  const [write] = writes
  if (!write) throw new Error('an entry without writes follows nothing')
  return new VersionConflict(write.stream, write.expected)
}
