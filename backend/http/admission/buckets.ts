import { LRUCache } from 'lru-cache'

export type Flow = { perSecond: number; burst: number }

/**
 * Caps the processor time, in milliseconds, that one network may spend on catalogue queries that no cache answers. An
 * office stays far below: a cache answers most of its queries, and the others are fast.
 */
export const queryTime: Flow = { perSecond: 200, burst: 2000 }

/** Evicts the least recently seen caller, who then returns with a full bucket. */
const maxCallers = 20_000

/** `now`: milliseconds of a monotonic clock. */
export class Buckets {
  readonly #flow: Flow
  readonly #buckets = new LRUCache<string, { left: number; at: number }>({ max: maxCallers })

  constructor(flow: Flow) {
    this.#flow = flow
  }

  /** Takes `many` tokens if there is at least one. Returns 0 on success, else the milliseconds until the next one. */
  take(caller: string, now: number, many = 1): number {
    const waitMs = this.waitMs(caller, now, 1)
    if (waitMs === 0) this.spend(caller, many, now)
    return waitMs
  }

  /** Milliseconds until there are `least` tokens; 0: now. */
  waitMs(caller: string, now: number, least = 0): number {
    return (Math.max(0, least - this.#left(caller, now)) * 1000) / this.#flow.perSecond
  }

  /** The rest may be negative. */
  spend(caller: string, many: number, now: number): void {
    this.#buckets.set(caller, { left: this.#left(caller, now) - many, at: now })
  }

  #left(caller: string, now: number): number {
    const { perSecond, burst } = this.#flow
    const bucket = this.#buckets.get(caller)
    return bucket ? Math.min(burst, bucket.left + ((now - bucket.at) * perSecond) / 1000) : burst
  }
}
