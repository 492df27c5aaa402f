import { type AppendEntry, type AppendOutcome, Overloaded, VersionConflict } from './append-entry.ts'

export type Waiting = {
  readonly entry: AppendEntry
  before: Waiting | null | undefined
  isAccepted: boolean
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

export function mayGo(one: Waiting): boolean {
  return one.before === undefined || one.before?.isAccepted === true
}

export function conflictOf({ entry: { writes } }: Waiting): VersionConflict {
  const [write] = writes
  if (!write) throw new Error('an entry without writes follows nothing')
  return new VersionConflict(write.stream, write.expected)
}
