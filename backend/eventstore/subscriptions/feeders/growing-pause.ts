// Keeps what should be rare rare: a pause that doubles each time it is needed soon after the last one.

export class GrowingPause {
  readonly #firstMs: number
  readonly #longestMs: number
  readonly #now: () => number
  #nextMs: number
  #until = Number.NEGATIVE_INFINITY

  /** now: in milliseconds, of a clock that never goes back. */
  constructor(firstMs: number, longestMs: number, now: () => number = () => performance.now()) {
    this.#firstMs = firstMs
    this.#longestMs = longestMs
    this.#nextMs = firstMs
    this.#now = now
  }

  get isOver(): boolean {
    return this.#now() >= this.#until
  }

  /** The next one is twice as long, unless the longest pause passes without any. */
  begin(): void {
    const now = this.#now()
    if (now - this.#until > this.#longestMs) this.#nextMs = this.#firstMs
    this.#until = now + this.#nextMs
    this.#nextMs = Math.min(this.#nextMs * 2, this.#longestMs)
  }
}
