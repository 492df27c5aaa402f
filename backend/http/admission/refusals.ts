// Known refusals of this process; forgotten ones are counted anew by the rate limits.
import { LRUCache } from 'lru-cache'

/** `endsAt`: performance.now(); `times`: repetitions by the admission control. */
export type Refusal = { readonly endsAt: number; times: number }

const maxKnown = 20_000
const longestName = 400

export const changesOf = (network: string) => `* ${network}`
export const callOf = (method: string, path: string, caller: string) => `${method} ${path} ${caller}`
export const ofSession = (id: string) => `sid ${id}`

export class Refusals {
  readonly #known = new LRUCache<string, Refusal>({ max: maxKnown })

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
