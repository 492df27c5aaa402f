// Delayed answers, bounded per caller and in total to protect the memory.
import type { ServerResponse } from 'node:http'

export type Bounds = { perCaller: number; all: number }

export class LateAnswers {
  readonly #bounds: Bounds
  readonly #waiting = new Set<() => void>()
  readonly #ofCaller = new Map<string, number>()
  #isHurried = false

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  get size(): number {
    return this.#waiting.size
  }

  /** Schedules `answer` in `ms` unless the caller leaves. Returns false if too many wait. */
  add(caller: string, response: ServerResponse, ms: number, answer: () => void): boolean {
    if (this.#isHurried) {
      answer()
      return true
    }
    const waiting = this.#ofCaller.get(caller) ?? 0
    if (waiting >= this.#bounds.perCaller || this.#waiting.size >= this.#bounds.all) return false
    this.#ofCaller.set(caller, waiting + 1)
    const leave = () => {
      clearTimeout(timer)
      response.off('close', leave)
      if (!this.#waiting.delete(finish)) return
      const left = (this.#ofCaller.get(caller) ?? 1) - 1
      if (left > 0) this.#ofCaller.set(caller, left)
      else this.#ofCaller.delete(caller)
    }
    const finish = () => {
      leave()
      answer()
    }
    const timer = setTimeout(finish, ms)
    this.#waiting.add(finish)
    response.on('close', leave)
    return true
  }

  /** The process is about to end: answers everybody now. */
  hurry(): void {
    this.#isHurried = true
    for (const finish of this.#waiting) finish()
  }
}
