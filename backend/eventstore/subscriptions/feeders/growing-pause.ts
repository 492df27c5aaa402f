// Doubles a pause each time another one follows soon.

export class GrowingPause {
  readonly #firstMs: number
  readonly #longestMs: number
  readonly #now: () => number
  #nextMs: number
  #until = Number.NEGATIVE_INFINITY

  constructor(firstMs: number, longestMs: number, now: () => number = () => performance.now()) {
    this.#firstMs = firstMs
    this.#longestMs = longestMs
    this.#nextMs = firstMs
    this.#now = now
  }

  get isOver(): boolean {
    return this.#now() >= this.#until
  }

  begin(): void {
    const now = this.#now()
    if (now - this.#until > this.#longestMs) this.#nextMs = this.#firstMs
    this.#until = now + this.#nextMs
    this.#nextMs = Math.min(this.#nextMs * 2, this.#longestMs)
  }
}
