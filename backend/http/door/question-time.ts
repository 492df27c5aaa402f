// What the questions of a network that nobody asked before take of the process's time: the whole catalogue is looked through for each.
import { LRUCache } from 'lru-cache'

/** Of the process's time, and how much of it may be saved up, in milliseconds: what an office asks is mostly known, or quick. */
const [share, mostSavedMs] = [0.2, 2000]
/** Who was seen longest ago is forgotten first, and has all of it when they come again. */
const maxCallers = 20_000

export class QuestionTime {
  readonly #saved = new LRUCache<string, { ms: number; at: number }>({ max: maxCallers })

  /** In milliseconds: until something may be looked for again; 0: now. `now` of a clock that only goes forward. */
  waitMs(network: string, now: number): number {
    return Math.max(0, -this.#savedBy(network, now) / share)
  }

  /** Takes what a question has cost, in milliseconds; more than is saved is owed. */
  spend(network: string, ms: number, now: number): void {
    this.#saved.set(network, { ms: this.#savedBy(network, now) - ms, at: now })
  }

  #savedBy(network: string, now: number): number {
    const known = this.#saved.get(network)
    return known ? Math.min(mostSavedMs, known.ms + (now - known.at) * share) : mostSavedMs
  }
}
