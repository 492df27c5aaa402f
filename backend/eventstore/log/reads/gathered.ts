// Batches the calls of one moment. A caller never gets a result that was read before its call, and waits at most 20 ms
// for an earlier batch.

const patienceMs = 20

type Waiting<Question, Answer> = {
  question: Question
  resolve(answer: Answer): void
  reject(error: unknown): void
}

export class Gathered<Question, Answer> {
  readonly #askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>
  readonly #most: number
  #waiting: Waiting<Question, Answer>[] = []
  #newest: readonly Waiting<Question, Answer>[] | undefined
  #patience: NodeJS.Timeout | undefined

  /** `askAll` answers in the order of the questions; its error goes to every caller. `most` limits a batch. */
  constructor(askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>, most = 100) {
    this.#askAll = askAll
    this.#most = most
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject })
      if (this.#newest) {
        this.#patience ??= setTimeout(() => this.#askWaiting(), patienceMs)
        return
      }
      // Waits for further calls in the same microtask turn.
      this.#newest = []
      queueMicrotask(() => this.#askWaiting())
    })
  }

  #askWaiting(): void {
    clearTimeout(this.#patience)
    this.#patience = undefined
    const asked = this.#waiting.splice(0, this.#most)
    this.#newest = asked.length > 0 ? asked : undefined
    if (this.#waiting.length > 0) this.#patience = setTimeout(() => this.#askWaiting(), patienceMs)
    if (asked.length > 0)
      void this.#answer(asked).then(() => {
        if (this.#newest === asked) this.#askWaiting()
      })
  }

  async #answer(asked: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.#askAll(asked.map(({ question }) => question))
      asked.forEach(({ resolve }, at) => {
        resolve(answers[at] as Answer)
      })
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
}
