// Which of the entries that wait for an append may leave together in one batch.
import { type AppendOutcome, Overloaded, type StoredClaim, VersionConflict } from './append-entry.ts'
import type { WaitingEntry } from './entries-aside.ts'

export type Waiting = WaitingEntry & {
  /** The one it follows; null if that one is not known here. */
  before: Waiting | null | undefined
  isAccepted: boolean
  /** The database holds what it claims for another: it will be refused, beside any number of others. */
  isLate: boolean
  /** performance.now() after which it is not sent any more. */
  sendUntil: number
  resolve(outcome: AppendOutcome): void
}

/** The batch without those that have waited too long, which are refused. */
export function inTime(batch: readonly Waiting[]): readonly Waiting[] {
  const now = performance.now()
  for (const one of batch) if (one.sendUntil < now) one.reject(new Overloaded('others keep what the append needs'))
  return batch.filter((one) => one.sendUntil >= now)
}

/** The batch without those that follow an entry which was not accepted, and is not right before them. */
export function withoutOrphans(batch: readonly Waiting[]): readonly Waiting[] {
  const kept: Waiting[] = []
  for (const one of batch) {
    if (one.before === kept.at(-1) || mayGo(one)) kept.push(one)
    else one.reject(conflictOf(one))
  }
  return kept
}

/**
 * Takes out those that claim what an earlier one of the batch claims, with what follows them: the batch would fail as a whole. rivals: of
 * each the one that goes before it.
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
