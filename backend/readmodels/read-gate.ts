// Isolates read models: queries of the same tables share a few connections, and fail at once while a table is locked.
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { prepared } from '#backend/db/statements/prepared.ts'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'
import { Batcher } from '#backend/eventstore/log/reads/batcher.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { showOwnWrites } from './own-writes.ts'
import type { ReadModelName } from './projections.ts'
import { modelsIn, type RowsByColumn, rowsByColumn } from './query-shape.ts'

/** Concurrent queries of the same tables, and the longest wait for a turn. */
const maxRunning = 4
const maxWaitMs = 3000
/** Refuses queries of the same tables this long after one met a lock. */
const lockedMs = 1000

type Kind = { running: number; readonly waiting: (() => void)[]; lockedUntil: number }

export type ReadQuery = pg.QueryConfig & { models: readonly string[] }
export type Reads = {
  query<Row extends pg.QueryResultRow>(asked: ReadQuery): Promise<pg.QueryResult<Row>>
}

export class ReadGate {
  readonly #reads: Reads
  readonly #positions: Positions<ReadModelName> | undefined
  readonly #kinds = new Map<string, Kind>()
  readonly #changed = new Set<string>()
  readonly #batchers = new Map<string, Batcher<RowsByColumn['values'], pg.QueryResultRow[]>>()

  /** `reads` has short limits for locks and statements, and more connections than one kind of query may take. */
  constructor(reads: Reads, positions?: Positions<ReadModelName>) {
    this.#reads = reads
    this.#positions = positions
  }

  /** Throws PostgreSQL's errors, and Overloaded for recently locked tables or after a long wait. */
  async query<Row>({ query, sql: text, parameters }: CompiledQuery): Promise<{ rows: Row[] }> {
    const byColumn = rowsByColumn(query)
    const models = byColumn ? [byColumn.model] : modelsIn(query)
    if (this.#positions) await showOwnWrites(this.#positions, models as ReadModelName[])
    const { rows } = byColumn
      ? { rows: await this.#find(byColumn) }
      : await this.#run({ models, text, values: [...parameters] })
    return { rows: rows as Row[] }
  }

  /** Calls of one moment share a prepared statement. */
  #find({ model, column, values }: RowsByColumn): Promise<pg.QueryResultRow[]> {
    const text = `select * from "rm"."${model}" where "${column}" = any($1)`
    const known = this.#batchers.get(text)
    const findAll = async (asked: readonly RowsByColumn['values'][]) => {
      const { rows } = await this.#run({ ...prepared(text, [[...new Set(asked.flat())]]), models: [model] })
      const byValue = Map.groupBy(rows, (row) => String(row[column]))
      return asked.map((own) => [...new Set(own)].flatMap((value) => byValue.get(String(value)) ?? []))
    }
    const batcher = known ?? new Batcher(findAll, { most: 100, isolates: true })
    this.#batchers.set(text, batcher)
    return batcher.ask(values)
  }

  async #run(asked: ReadQuery): Promise<pg.QueryResult> {
    const kind = this.#kindOf(asked.models)
    refuseLocked(kind)
    const waitUntil = performance.now() + maxWaitMs
    if (kind.running < maxRunning) kind.running++
    else await new Promise<void>((resolve) => kind.waiting.push(resolve))
    try {
      refuseLocked(kind)
      if (performance.now() > waitUntil) throw new Overloaded('too many wait for one read model')
      const result = await this.#ask(asked)
      kind.lockedUntil = 0
      return result
    } catch (error) {
      if (hasErrorCode(error, pgErrors.lockNotAvailable)) kind.lockedUntil = performance.now() + lockedMs
      throw error
    } finally {
      const next = kind.waiting.shift()
      if (next) next()
      else kind.running--
    }
  }

  async #ask(asked: ReadQuery): Promise<pg.QueryResult> {
    const { name, ...unnamed } = asked
    if (name === undefined || this.#changed.has(asked.text)) return this.#reads.query(unnamed)
    try {
      return await this.#reads.query(asked)
    } catch (error) {
      // A newer release's view has more columns, so a session's prepared query fails for good.
      if (!hasErrorCode(error, pgErrors.featureNotSupported)) throw error
      this.#changed.add(asked.text)
      return this.#reads.query(unnamed)
    }
  }

  #kindOf(models: readonly string[]): Kind {
    const name = models.join()
    const known = this.#kinds.get(name)
    const kind = known ?? { running: 0, waiting: [], lockedUntil: 0 }
    this.#kinds.set(name, kind)
    return kind
  }
}

function refuseLocked({ lockedUntil }: Kind): void {
  if (performance.now() < lockedUntil) throw new Overloaded('another session locks a read model')
}
