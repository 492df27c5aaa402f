// What changed of late that may give lists another length, order or count. What was made before a change asks whether it is concerned.

/** So many changes are remembered; what was made before them is made again. */
const mostRemembered = 4096
/** A change that every list is concerned by: other texts, a new product, other synonyms. */
const everything = -1

export class Changes {
  readonly #slots = new Int32Array(mostRemembered)
  readonly #times = new Float64Array(mostRemembered)
  #count = 0

  /** How many there were so far. */
  get count(): number {
    return this.#count
  }

  /** slot: of the product that has another place; undefined: all lists may be others. now: in milliseconds. */
  note(slot: number | undefined, now: number): void {
    this.#slots[this.#count % mostRemembered] = slot ?? everything
    this.#times[this.#count % mostRemembered] = now
    this.#count++
  }

  /** When the first change after `seen` of them happened that concerns somebody; undefined: none did. */
  firstSince(seen: number, concerns: (slot: number) => boolean): number | undefined {
    if (this.#count - seen > mostRemembered) return Number.NEGATIVE_INFINITY
    for (let nth = seen; nth < this.#count; nth++) {
      const slot = this.#slots[nth % mostRemembered] ?? everything
      if (slot === everything || concerns(slot)) return this.#times[nth % mostRemembered]
    }
    return undefined
  }
}
