// The table behind a fold: rows go there in bulk, and come back when touched again.
import type pg from 'pg'
import { shapeOf } from '#backend/eventstore/projections/generation.ts'
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

  /** `isEmpty` promises an empty table. `commitsEach`: each write commits, unless `begin` was called; else `commit`. */
  constructor(client: pg.ClientBase, target: RowTable, options: { isEmpty: boolean; commitsEach?: boolean }) {
    this.#client = client
    this.#target = target
    this.isEmpty = options.isEmpty
    this.#commitsEach = options.commitsEach ?? false
  }

  load(keys: readonly RowKey[]): Promise<ReadonlyMap<string, Row>> {
    return readRows(this.#client, this.#target, keys)
  }

  async write(rows: Folded): Promise<void> {
    if (rows.size === 0) return
    const { fresh = [], known = [] } = Object.groupBy(rows, ([, { isNew }]) => (isNew === true ? 'fresh' : 'known'))
    const isAlone = this.#commitsEach && !this.#isOpen
    await this.begin()
    await bulkWrite(this.#client, this.#target, new Map(fresh), { areNew: true })
    await bulkWrite(this.#client, this.#target, new Map(known), { areNew: false })
    this.isEmpty = false
    if (isAlone) await this.commit()
  }

  async begin(statement = 'begin'): Promise<void> {
    if (!this.#isOpen) await this.#client.query(statement)
    this.#isOpen = true
  }

  async commit(): Promise<void> {
    await this.#client.query('commit')
    this.#isOpen = false
  }

  async rollback(): Promise<void> {
    if (this.#isOpen) await this.#client.query('rollback').catch(() => undefined) // a broken connection has rolled back already
    this.#isOpen = false
  }
}

/** A temporary table for a projection's rows. Close the session afterwards instead of returning it to the pool. */
export async function stagingTable(client: pg.ClientBase, projection: Projection): Promise<RowTable> {
  const table = `pg_temp.${projection.name}_folded`
  await client.query(`drop table if exists ${table}; create temporary table ${table} ${shapeOf(projection)}`)
  return { projection, table }
}
