// Batches reads of rows by one column into one prepared statement per read model and column.
import type pg from 'pg'
import { Batcher } from '#backend/eventstore/log/reads/batcher.ts'
import type { RowsByColumn } from './query-shape.ts'

type Rows = pg.QueryResultRow[]
type Read = (model: string, text: string, values: unknown[]) => Promise<{ rows: Rows }>

export class RowsByKey {
  readonly #read: Read
  readonly #batchers = new Map<string, Batcher<RowsByColumn['values'], Rows>>()

  constructor(read: Read) {
    this.#read = read
  }

  find({ model, column, values }: RowsByColumn): Promise<Rows> {
    const text = `select * from "rm"."${model}" where "${column}" = any($1)`
    const known = this.#batchers.get(text)
    const batcher =
      known ??
      new Batcher<RowsByColumn['values'], Rows>(
        async (asked) => {
          const { rows } = await this.#read(model, text, [[...new Set(asked.flat())]])
          const byValue = Map.groupBy(rows, (row) => String(row[column]))
          return asked.map((own) => [...new Set(own)].flatMap((value) => byValue.get(String(value)) ?? []))
        },
        { most: 100, isolates: true },
      )
    this.#batchers.set(text, batcher)
    return batcher.ask(values)
  }
}
