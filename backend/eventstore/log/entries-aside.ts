// Appends to what another session locks wait here, looked at from time to time, so that nothing else waits behind them.
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppendEntry, Overloaded } from './append-entry.ts'

/** How often it is looked whether the lock of an entry is free, and how long the entry waits for that. */
const lookEveryMs = 25
const maxLockWaitMs = 2000
/** A lock that lasts longer is no other process's append. */
const longLockMs = 200
/** So long after a long lock was met, entries are looked at before they are sent: the next one for the same row would hold up all others. */
const waryMs = 60_000

export type WaitingEntry = {
  readonly entry: AppendEntry
  /** It was just seen that nothing locks it: it takes its place in the database's own queue, which is a fair one. */
  isFree: boolean
  reject(error: unknown): void
}
type Aside<Waiting> = { one: Waiting; since: number }

export class EntriesAside<Waiting extends WaitingEntry> {
  readonly #findLocked: (entries: readonly AppendEntry[]) => Promise<Set<AppendEntry>>
  readonly #giveBack: (free: Waiting[]) => void
  #aside: Aside<Waiting>[] = []
  #waryUntil = 0
  #isLooking = false

  /** giveBack takes the entries whose locks are free, in the order of their coming. */
  constructor(
    findLocked: (entries: readonly AppendEntry[]) => Promise<Set<AppendEntry>>,
    giveBack: (free: Waiting[]) => void,
  ) {
    this.#findLocked = findLocked
    this.#giveBack = giveBack
  }

  /** Entries that wait for a lock. */
  get size(): number {
    return this.#aside.length
  }

  /** A batch met a lock: from now on each is looked through first. */
  beWary(): void {
    this.#waryUntil = performance.now() + waryMs
  }

  /** Returns those entries that nothing locks, and keeps the others; those are rejected with Overloaded if they stay locked for maxLockWaitMs. */
  async takeLocked(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const unknown = batch.filter(({ isFree }) => !isFree)
    if (unknown.length === 0 || performance.now() > this.#waryUntil) return batch
    // A look that fails says nothing: what is wrong shows when the batch is sent.
    const locked = await this.#findLocked(unknown.map(({ entry }) => entry)).catch(() => null)
    if (!locked?.size) return batch
    const since = performance.now()
    for (const one of batch) if (locked.has(one.entry)) this.#aside.push({ one, since })
    if (!this.#isLooking) void this.#look()
    return batch.filter(({ entry }) => !locked.has(entry))
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    while (this.#aside.length > 0) {
      await sleep(lookEveryMs)
      const now = performance.now()
      const overdue = this.#aside.filter(({ since }) => now - since >= maxLockWaitMs)
      this.#aside = this.#aside.filter(({ since }) => now - since < maxLockWaitMs)
      for (const { one } of overdue) one.reject(new Overloaded('another session locks what the append needs'))
      const looked = this.#aside.map(({ one }) => one)
      const locked = await this.#findLocked(looked.map(({ entry }) => entry)).catch(() => null)
      const free = locked ? looked.filter(({ entry }) => !locked.has(entry)) : []
      this.#aside = this.#aside.filter(({ one }) => !free.includes(one))
      if (this.#aside.some(({ since }) => now - since > longLockMs)) this.beWary()
      for (const one of free) one.isFree = true
      if (free.length > 0) this.#giveBack(free)
    }
    this.#isLooking = false
  }
}
