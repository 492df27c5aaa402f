// Writes a generation that is being built, in the background of the fold, and makes it durable together with its position.
import type pg from 'pg'
import { bulkWrite } from './bulk-write.ts'
import type { Folded, RowTable } from './row-writer.ts'

/** Keys remembered as written; a table of more rows is written by way of a staging table. */
const mostKeys = 2_000_000

/** One transaction after another on one connection: rows as they cool, then the rest with the position. */
export class GenerationWriter {
  readonly #client: pg.ClientBase
  readonly #target: RowTable
  /** What this writer put into the table; null if the table may hold other rows. */
  #written: Set<string> | null
  #isOpen = false
  #last: Promise<void> = Promise.resolve()

  /** isEmpty: the table holds no row. */
  constructor(client: pg.ClientBase, target: RowTable, isEmpty: boolean) {
    this.#client = client
    this.#target = target
    this.#written = isEmpty ? new Set() : null
  }

  /** Writes rows after those before; a failure shows at the next call. Nothing of it is to be seen before `commit`. */
  async write(rows: Folded): Promise<void> {
    await this.#last
    this.#last = this.#put(rows)
    this.#last.catch(() => undefined) // whoever calls next hears of it
  }

  /** Ends the transaction with what `move` writes: rows and position become visible together. */
  async commit(move: () => Promise<void>): Promise<void> {
    await this.#last
    await this.#begin()
    await move()
    await this.#client.query('commit')
    this.#isOpen = false
  }

  /** Takes back what was not committed. */
  async rollback(): Promise<void> {
    await this.#last.catch(() => undefined)
    if (this.#isOpen) await this.#client.query('rollback').catch(() => undefined) // a broken connection has rolled back already
    this.#isOpen = false
  }

  async #begin(): Promise<void> {
    if (!this.#isOpen) await this.#client.query('begin')
    this.#isOpen = true
  }

  async #put(rows: Folded): Promise<void> {
    if (rows.size === 0) return
    await this.#begin()
    const [fresh, known] = this.#split(rows)
    await bulkWrite(this.#client, this.#target, fresh, { areNew: true })
    await bulkWrite(this.#client, this.#target, known, { areNew: false })
  }

  #split(rows: Folded): [fresh: Folded, known: Folded] {
    const written = this.#written
    if (!written) return [new Map(), rows]
    const fresh = new Map([...rows].filter(([text]) => !written.has(text)))
    const known = new Map([...rows].filter(([text]) => written.has(text)))
    for (const [text, { row }] of fresh) if (row !== null) written.add(text)
    if (written.size > mostKeys) this.#written = null
    return [fresh, known]
  }
}
