export class OpenLoop {
  readonly #timer: NodeJS.Timeout
  readonly underWay = new Set<Promise<unknown>>()
  /** Calls not made: too many under way, or nothing to do. */
  skipped = 0

  /** `work`: a call that never rejects; undefined if there is none to make. More than `most` at once are not begun. */
  constructor(everyMs: number, most: number, work: (nth: number) => Promise<unknown> | undefined) {
    const begin = performance.now()
    let started = 0
    // Follows the clock rather than the ticks, to catch up after a slow one.
    const tick = () => {
      for (; started * everyMs <= performance.now() - begin; started++) {
        const doing = this.underWay.size < most ? work(started) : undefined
        if (!doing) this.skipped++
        else {
          this.underWay.add(doing)
          void doing.finally(() => this.underWay.delete(doing))
        }
      }
    }
    this.#timer = setInterval(tick, Math.max(4, everyMs))
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.underWay)
  }
}
