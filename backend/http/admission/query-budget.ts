// Caps the processor time that one network may spend on uncached catalogue queries.
import { LRUCache } from 'lru-cache'

/**
 * Share of CPU time, and the most that can be saved up in milliseconds; an office's queries are mostly cached or
 * fast.
 */
const [share, mostSavedMs] = [0.2, 2000]
/** Evicts the least recently seen network, which then returns with a full budget. */
const maxCallers = 20_000

export class QueryBudget {
  readonly #saved = new LRUCache<string, { ms: number; at: number }>({ max: maxCallers })

  /** Milliseconds until the next query; 0: now. `now`: of a monotonic clock. */
  waitMs(network: string, now: number): number {
    return Math.max(0, -this.#savedBy(network, now) / share)
  }

  /** Charges a query's cost in milliseconds; the budget may go negative. */
  spend(network: string, ms: number, now: number): void {
    this.#saved.set(network, { ms: this.#savedBy(network, now) - ms, at: now })
  }

  #savedBy(network: string, now: number): number {
    const known = this.#saved.get(network)
    return known ? Math.min(mostSavedMs, known.ms + (now - known.at) * share) : mostSavedMs
  }
}
