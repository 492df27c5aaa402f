// Batches reads of rows by one column: callers that wait share one statement, and none gets rows read before its call.
import type pg from 'pg'
import { isConnectionLost } from '#backend/db/pg-errors.ts'
import { Gathered } from '#backend/eventstore/log/reads/gathered.ts'

type Rows = pg.QueryResultRow[]
type Read = (text: string, values: unknown[]) => Promise<{ rows: Rows }>
type Question = { values: readonly unknown[]; asked: unknown[] }

const byColumn = /^(select \* from "rm"\."\w+" where "(\w+)" = )(\$1|any\(\$1\))$/

export class GatheredRows {
  readonly #read: Read
  readonly #byText = new Map<string, Gathered<Question, () => Rows>>()

  constructor(read: Read) {
    this.#read = read
  }

  query(text: string, asked: unknown[]): Promise<Rows> | undefined {
    const [, start, column, values] = byColumn.exec(text) ?? []
    if (start === undefined || column === undefined || asked.length !== 1) return undefined
    const known = this.#byText.get(text)
    const gathered = known ?? new Gathered((questions) => this.#readAll({ text, start, column }, questions))
    this.#byText.set(text, gathered)
    const several = values === '$1' ? asked : (asked[0] as unknown[])
    return gathered.ask({ values: several, asked }).then((rows) => rows())
  }

  async #readAll(
    { text, start, column }: { text: string; start: string; column: string },
    questions: readonly Question[],
  ): Promise<(() => Rows)[]> {
    const alone = async ({ asked }: Question) => (await this.#read(text, asked)).rows
    if (questions.length === 1) {
      const rows = await alone(questions[0] as Question)
      return [() => rows]
    }
    try {
      const all = new Set(questions.flatMap(({ values }) => values))
      const { rows } = await this.#read(`${start}any($1)`, [[...all]])
      const byValue = Map.groupBy(rows, (row) => String(row[column]))
      return questions.map(
        ({ values }) =>
          () =>
            [...new Set(values)].flatMap((value) => byValue.get(String(value)) ?? []),
      )
    } catch (error) {
      if (isConnectionLost(error)) throw error
      // Runs each query alone after an error, so that an invalid value fails only its caller.
      const answers = await Promise.allSettled(questions.map(alone))
      return answers.map((answer) => () => {
        if (answer.status === 'rejected') throw answer.reason
        return answer.value
      })
    }
  }
}
