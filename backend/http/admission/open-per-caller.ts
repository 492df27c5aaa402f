export class OpenPerCaller {
  readonly #open = new Map<string, number>()
  all = 0

  of(caller: string): number {
    return this.#open.get(caller) ?? 0
  }

  /** Returns what to call once at its end. */
  enter(caller: string): () => void {
    this.all++
    this.#open.set(caller, this.of(caller) + 1)
    return () => {
      this.all--
      const left = this.of(caller) - 1
      if (left > 0) this.#open.set(caller, left)
      else this.#open.delete(caller)
    }
  }
}
