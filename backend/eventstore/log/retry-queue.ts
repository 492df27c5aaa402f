// Retry queue for appends that another session's lock blocks, so that no other append waits behind them.
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppendEntry, Overloaded } from './append-entry.ts'
import type { Waiting } from './waiting-entries.ts'

const lookEveryMs = 25
const maxLockWaitMs = 2000
const longLockMs = 200
/** Checks every entry for locks this long after a long lock: the next one for the same row would delay all others. */
const waryMs = 60_000

export class RetryQueue {
  readonly #findLocked: (entries: readonly AppendEntry[]) => Promise<Set<AppendEntry>>
  readonly #giveBack: (free: Waiting[]) => void
  #waiting: { one: Waiting; since: number }[] = []
  #waryUntil = 0
  #isLooking = false

  constructor(
    findLocked: (entries: readonly AppendEntry[]) => Promise<Set<AppendEntry>>,
    giveBack: (free: Waiting[]) => void,
  ) {
    this.#findLocked = findLocked
    this.#giveBack = giveBack
  }

  get size(): number {
    return this.#waiting.length
  }

  beWary(): void {
    this.#waryUntil = performance.now() + waryMs
  }

  /** Returns the unlocked entries and keeps the others; rejects with Overloaded after maxLockWaitMs. */
  async takeLocked(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const unknown = batch.filter(({ isFree }) => !isFree)
    if (unknown.length === 0 || performance.now() > this.#waryUntil) return batch
    const locked = await this.#findLocked(unknown.map(({ entry }) => entry)).catch(() => null)
    if (!locked?.size) return batch
    const since = performance.now()
    for (const one of batch) if (locked.has(one.entry)) this.#waiting.push({ one, since })
    if (!this.#isLooking) void this.#look()
    return batch.filter(({ entry }) => !locked.has(entry))
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    while (this.#waiting.length > 0) {
      await sleep(lookEveryMs)
      const now = performance.now()
      const overdue = this.#waiting.filter(({ since }) => now - since >= maxLockWaitMs)
      this.#waiting = this.#waiting.filter(({ since }) => now - since < maxLockWaitMs)
      for (const { one } of overdue) one.reject(new Overloaded('another session locks what the append needs'))
      const looked = this.#waiting.map(({ one }) => one)
      const locked = await this.#findLocked(looked.map(({ entry }) => entry)).catch(() => null)
      const free = locked ? looked.filter(({ entry }) => !locked.has(entry)) : []
      this.#waiting = this.#waiting.filter(({ one }) => !free.includes(one))
      if (this.#waiting.some(({ since }) => now - since > longLockMs)) this.beWary()
      for (const one of free) one.isFree = true
      if (free.length > 0) this.#giveBack(free)
    }
    this.#isLooking = false
  }
}
