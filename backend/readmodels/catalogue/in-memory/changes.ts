// Remembers recent changes that may alter lists, so that cached result sets can check whether one concerns them.

const mostRemembered = 4096
/** Texts, new products and synonyms may alter every list. */
const everything = -1

export class Changes {
  readonly #indexes = new Int32Array(mostRemembered)
  readonly #times = new Float64Array(mostRemembered)
  #count = 0

  get count(): number {
    return this.#count
  }

  /** `index` is the product that moved; undefined means all lists. `now` is in milliseconds. */
  note(index: number | undefined, now: number): void {
    this.#indexes[this.#count % mostRemembered] = index ?? everything
    this.#times[this.#count % mostRemembered] = now
    this.#count++
  }

  /** Time of the first relevant change after `seen` changes; undefined without one. */
  firstSince(seen: number, concerns: (index: number) => boolean): number | undefined {
    if (this.#count - seen > mostRemembered) return Number.NEGATIVE_INFINITY
    for (let nth = seen; nth < this.#count; nth++) {
      const index = this.#indexes[nth % mostRemembered] ?? everything
      if (index === everything || concerns(index)) return this.#times[nth % mostRemembered]
    }
    return undefined
  }
}
