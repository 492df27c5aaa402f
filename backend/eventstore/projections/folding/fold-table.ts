// The table of a fold: rows go to it in bulk, in the background of the fold, and come back when they are touched again.
import type pg from 'pg'
import type { Projection, Row, RowKey } from '#backend/eventstore/projections/projection.ts'
import { type Folded, type RowTable, readRows } from '#backend/eventstore/projections/row-writer.ts'
import { bulkWrite } from './bulk-write.ts'
import { KeyFilter } from './key-filter.ts'
import type { RowSource } from './row-memory.ts'

export class FoldTable implements RowSource {
  readonly #client: pg.ClientBase
  readonly #target: RowTable
  readonly #commitsEach: boolean
  /** What was put into the table; null if it may hold other rows. */
  readonly #written: KeyFilter | null
  #isOpen = false
  #last: Promise<void> = Promise.resolve()

  /** isEmpty: the table holds no row. commitsEach: each write is committed, unless `begin` was called; otherwise it waits for `commit`. */
  constructor(client: pg.ClientBase, target: RowTable, options: { isEmpty: boolean; commitsEach?: boolean }) {
    this.#client = client
    this.#target = target
    this.#written = options.isEmpty ? new KeyFilter() : null
    this.#commitsEach = options.commitsEach ?? false
  }

  mayHave(key: string): boolean {
    return this.#written?.mayHave(key) ?? true
  }

  async load(keys: readonly RowKey[]): Promise<ReadonlyMap<string, Row>> {
    await this.#last
    return readRows(this.#client, this.#target, keys)
  }

  /** Writes rows after those of the call before; a failure shows at the next call. */
  async write(rows: Folded): Promise<void> {
    await this.#last
    if (rows.size === 0) return
    const [fresh, known] = this.#split(rows)
    this.#last = this.#put(fresh, known)
    this.#last.catch(() => undefined) // the next call throws it
  }

  /** Waits for what is being written. */
  async settle(): Promise<void> {
    await this.#last
  }

  /** Begins a transaction that everything is in until `commit`. */
  async begin(statement = 'begin'): Promise<void> {
    await this.#last
    await this.#begin(statement)
  }

  /** Ends the transaction with what `move` writes: rows and position become visible together. */
  async commit(move: () => Promise<void>): Promise<void> {
    await this.begin()
    await move()
    await this.#end()
  }

  /** Takes back what was not committed. */
  async rollback(): Promise<void> {
    await this.#last.catch(() => undefined)
    if (this.#isOpen) await this.#client.query('rollback').catch(() => undefined) // a broken connection has rolled back already
    this.#isOpen = false
  }

  async #begin(statement = 'begin'): Promise<void> {
    if (!this.#isOpen) await this.#client.query(statement)
    this.#isOpen = true
  }

  async #end(): Promise<void> {
    await this.#client.query('commit')
    this.#isOpen = false
  }

  async #put(fresh: Folded, known: Folded): Promise<void> {
    const isAlone = this.#commitsEach && !this.#isOpen
    await this.#begin()
    await bulkWrite(this.#client, this.#target, fresh, { areNew: true })
    await bulkWrite(this.#client, this.#target, known, { areNew: false })
    if (isAlone) await this.#end()
  }

  #split(rows: Folded): [fresh: Folded, known: Folded] {
    const written = this.#written
    if (!written) return [new Map(), rows]
    const known = new Map([...rows].filter(([text]) => written.mayHave(text)))
    const fresh = new Map([...rows].filter(([text]) => !known.has(text)))
    for (const [text, { row }] of fresh) if (row !== null) written.add(text)
    return [fresh, known]
  }
}

/** An empty table for a projection's rows that only this session sees and that goes with it. Close the session rather than give it back. */
export async function stagingTable(client: pg.ClientBase, projection: Projection): Promise<RowTable> {
  const columns = Object.entries(projection.columns).map(([column, type]) => `${column} ${type}`)
  const table = `pg_temp.${projection.name}_folded`
  await client.query(
    `drop table if exists ${table}; create temporary table ${table} (${columns.join(', ')}, primary key (${projection.primaryKey.join(', ')}))`,
  )
  return { projection, table }
}
