// Batches the calls of one moment. A caller never gets a result that was read before its call, and waits at most 20 ms
// for an earlier batch.
import { isConnectionLost } from '#backend/db/pg-errors.ts'

const patienceMs = 20

type Waiting<Question, Answer> = {
  question: Question
  resolve(answer: Answer): void
  reject(error: unknown): void
}
type AskAll<Question, Answer> = (questions: readonly Question[]) => Promise<readonly Answer[]>

export class Batcher<Question, Answer> {
  readonly #askAll: AskAll<Question, Answer>
  readonly #most: number
  readonly #isolates: boolean
  #waiting: Waiting<Question, Answer>[] = []
  #newest: readonly Waiting<Question, Answer>[] | undefined
  #patience: NodeJS.Timeout | undefined

  /**
   * `askAll` answers in the order of the questions. Its error goes to every caller or, with `isolates`, only to those
   * whose question fails alone too. `most` limits a batch; without it, the calls of one turn share a batch.
   */
  constructor(askAll: AskAll<Question, Answer>, { most = Infinity, isolates = false } = {}) {
    this.#askAll = askAll
    this.#most = most
    this.#isolates = isolates
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject })
      if (this.#newest) {
        this.#patience ??= setTimeout(() => this.#askWaiting(), patienceMs)
        return
      }
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
      if (this.#isolates && asked.length > 1 && !isConnectionLost(error))
        await Promise.all(asked.map((one) => this.#answer([one])))
      else for (const { reject } of asked) reject(error)
    }
  }
}
