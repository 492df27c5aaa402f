// Isolates read models: queries of the same tables share a few connections, and fail at once while a table is locked.
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { prepared } from '#backend/db/statements/prepared.ts'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'
import { modelsIn, rowsByColumn } from './query-shape.ts'
import { RowsByKey } from './rows-by-key.ts'

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
  readonly #kinds = new Map<string, Kind>()
  readonly #changed = new Set<string>()
  readonly #byKey = new RowsByKey((model, text, values) => this.#run({ models: [model], text, values }, true))

  /** `reads` has short limits for locks and statements, and more connections than one kind of query may take. */
  constructor(reads: Reads) {
    this.#reads = reads
  }

  /** Throws PostgreSQL's errors, and Overloaded for recently locked tables or after a long wait. */
  async query<Row>({ query, sql: text, parameters }: CompiledQuery): Promise<{ rows: Row[] }> {
    const byColumn = rowsByColumn(query)
    const result = byColumn
      ? { rows: await this.#byKey.find(byColumn) }
      : await this.#run({ models: [...modelsIn(query)].sort(), text, values: [...parameters] }, false)
    return result as { rows: Row[] }
  }

  /** `isPrepared` for queries by key: their plan is always the best, so each session plans them once. */
  async #run(asked: ReadQuery, isPrepared: boolean): Promise<pg.QueryResult> {
    const kind = this.#kindOf(asked.models)
    refuseLocked(kind)
    const waitUntil = performance.now() + maxWaitMs
    if (kind.running < maxRunning) kind.running++
    else await new Promise<void>((resolve) => kind.waiting.push(resolve))
    try {
      refuseLocked(kind)
      if (performance.now() > waitUntil) throw new Overloaded('too many wait for one read model')
      const result = await this.#ask(asked, isPrepared)
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

  async #ask(asked: ReadQuery, isPrepared: boolean): Promise<pg.QueryResult> {
    const { text, values, models } = asked
    if (!isPrepared || this.#changed.has(text)) return this.#reads.query(asked)
    try {
      return await this.#reads.query({ ...prepared(text, values), models })
    } catch (error) {
      // A newer release's view has more columns, so a session's prepared query fails for good.
      if (!hasErrorCode(error, pgErrors.featureNotSupported)) throw error
      this.#changed.add(text)
      return this.#reads.query(asked)
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
