// The table behind a fold: rows go there in bulk and in the background, and come back when touched again.
import type pg from 'pg'
import type { Projection, Row, RowKey } from '#backend/eventstore/projections/projection.ts'
import { type Folded, type RowTable, readRows } from '#backend/eventstore/projections/row-writer.ts'
import { bulkWrite } from './bulk-write.ts'
import type { RowSource } from './row-memory.ts'

export class FoldTable implements RowSource {
  readonly #client: pg.ClientBase
  readonly #target: RowTable
  readonly #commitsEach: boolean
  isEmpty: boolean
  #isOpen = false
  #last: Promise<void> = Promise.resolve()

  /**
   * `isEmpty` promises an empty table. `commitsEach` commits each write unless `begin` was called; otherwise `commit`
   * does.
   */
  constructor(client: pg.ClientBase, target: RowTable, options: { isEmpty: boolean; commitsEach?: boolean }) {
    this.#client = client
    this.#target = target
    this.isEmpty = options.isEmpty
    this.#commitsEach = options.commitsEach ?? false
  }

  async load(keys: readonly RowKey[]): Promise<ReadonlyMap<string, Row>> {
    await this.#last
    return readRows(this.#client, this.#target, keys)
  }

  async write(rows: Folded): Promise<void> {
    await this.#last
    if (rows.size === 0) return
    const isNew = ([, row]: [string, { isNew?: boolean }]) => this.isEmpty || row.isNew === true
    const fresh = new Map([...rows].filter(isNew))
    const known = fresh.size === rows.size ? new Map() : new Map([...rows].filter((row) => !isNew(row)))
    this.isEmpty = false
    this.#last = this.#put(fresh, known)
    this.#last.catch(() => undefined) // the next call throws it
  }

  async settle(): Promise<void> {
    await this.#last
  }

  async begin(statement = 'begin'): Promise<void> {
    await this.#last
    await this.#begin(statement)
  }

  async commit(move: () => Promise<void>): Promise<void> {
    await this.begin()
    await move()
    await this.#end()
  }

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
}

/** A temporary table for a projection's rows. Close the session afterwards instead of returning it to the pool. */
export async function stagingTable(client: pg.ClientBase, projection: Projection): Promise<RowTable> {
  const columns = Object.entries(projection.columns).map(([column, type]) => `${column} ${type}`)
  const table = `pg_temp.${projection.name}_folded`
  await client.query(
    `drop table if exists ${table}; create temporary table ${table} (${columns.join(', ')}, primary key (${projection.primaryKey.join(', ')}))`,
  )
  return { projection, table }
}
