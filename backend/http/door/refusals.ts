// Who is refused until when, as far as this process was told: what it forgets is counted anew where the counters are.
import { LRUCache } from 'lru-cache'

/** endsAt: performance.now(); times: how often the door has said so. */
export type Refusal = { readonly endsAt: number; times: number }

/** At most so many are known; who was refused longest ago goes first. */
const maxKnown = 20_000
/** Longer names are not kept: they are the caller's own. */
const longestName = 400

/** All changes of a network. */
export const changesOf = (network: string) => `* ${network}`
/** One call, of a network or of a session. */
export const callOf = (method: string, path: string, caller: string) => `${method} ${path} ${caller}`
/** A session among networks; `id` as the cookie has it. */
export const ofSession = (id: string) => `sid ${id}`

export class Refusals {
  readonly #known = new LRUCache<string, Refusal>({ max: maxKnown })

  /** `name`: by one of the functions above. How often it was said before is kept too. */
  keep(name: string, ms: number): Refusal {
    const refusal = { endsAt: performance.now() + ms, times: this.find(name)?.times ?? 0 }
    if (name.length <= longestName) this.#known.set(name, refusal)
    return refusal
  }

  get isEmpty(): boolean {
    return this.#known.size === 0
  }

  find(name: string): Refusal | undefined {
    const refusal = this.#known.get(name)
    if (!refusal || refusal.endsAt > performance.now()) return refusal
    this.#known.delete(name)
    return undefined
  }
}
