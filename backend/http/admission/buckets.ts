// Token buckets per caller.
import { LRUCache } from 'lru-cache'

export type Flow = { perSecond: number; burst: number }
type Bucket = { left: number; at: number }

/** Evicts the least recently seen caller, who then returns with a full bucket. */
const maxCallers = 20_000

export class Buckets {
  readonly #flow: Flow
  readonly #buckets = new LRUCache<string, Bucket>({ max: maxCallers })

  constructor(flow: Flow) {
    this.#flow = flow
  }

  /**
   * Takes `many` tokens if there is at least one. Returns 0 on success, else the milliseconds until the next one.
   * `now`: milliseconds of a monotonic clock.
   */
  take(caller: string, now: number, many = 1): number {
    const { perSecond, burst } = this.#flow
    const bucket = this.#buckets.get(caller)
    if (!bucket) {
      this.#buckets.set(caller, { left: burst - many, at: now })
      return 0
    }
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) * perSecond) / 1000)
    bucket.at = now
    if (bucket.left < 1) return ((1 - bucket.left) * 1000) / perSecond
    bucket.left -= many
    return 0
  }
}
