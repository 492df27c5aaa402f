// How often each of many callers may do something: a bucket for each, which fills again all the time.
import { LRUCache } from 'lru-cache'

/** burst: how much a bucket holds. */
export type Flow = { perSecond: number; burst: number }
type Bucket = { left: number; at: number }

/** Who was seen longest ago is forgotten first, and has a full bucket when they come again. */
const maxCallers = 20_000

export class Buckets {
  readonly #flow: Flow
  readonly #buckets = new LRUCache<string, Bucket>({ max: maxCallers })

  constructor(flow: Flow) {
    this.#flow = flow
  }

  /**
   * Takes `many`, more than there are if there is one at all. Returns the milliseconds until there is one if there is none; 0: they were taken.
   * `now` in milliseconds, of a clock that only goes forward.
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
