// Questions of many callers at one moment, asked as one: while an answer is under way, who comes waits and asks together with the others.
// Nobody is given an answer that was asked for before he came, and nobody waits long for the question of others.

/** A question that takes longer does not hold up those that came after it. */
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
  /** What was asked last, while its answer is under way: those who wait are asked for when it ends, or when their patience does. */
  #newest: readonly Waiting<Question, Answer>[] | undefined
  #patience: NodeJS.Timeout | undefined

  /** askAll: answers in the order of the questions; its error is that of each of them. most: questions asked together. */
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
      // What the same caller asks in the same breath goes with it.
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
