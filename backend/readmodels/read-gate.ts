// Keeps the trouble of one read model from the others: queries of the same tables share a few connections, and stop asking for what is locked.
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { prepared } from '#backend/db/statements/prepared.ts'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'
import { GatheredRows } from './gathered-rows.ts'

/** How many queries of the same tables run at once, and how long the others wait for their turn. */
const maxRunning = 4
const maxWaitMs = 3000
/** So long after a query met a lock the others of its tables are refused at once. */
const lockedMs = 1000

/** Queries that read the same tables. */
type Kind = { running: number; readonly waiting: (() => void)[]; lockedUntil: number }

/** What a query is put to: a pool, or the servers that may answer it. */
export type Reads = {
  query<Row extends pg.QueryResultRow>(asked: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}

/** Rows of one read model by one column: asked all the time, and always best by its index, so a session plans it once. */
const byKey = /^select [^()]+ from "rm"\."\w+" where "\w+" = (\$1|any\(\$1\))$/

export class ReadGate {
  readonly #reads: Reads
  readonly #kinds = new Map<string, Kind>()
  readonly #changed = new Set<string>()
  readonly #gathered = new GatheredRows((text, values) => this.#query(text, values))

  /** reads: with short limits for locks and statements, and more connections than the queries of one kind may take. */
  constructor(reads: Reads) {
    this.#reads = reads
  }

  /** Throws what PostgreSQL says; Overloaded without asking it for tables that were locked a moment ago, and after a long wait. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<{ rows: Row[] }> {
    const gathered = this.#gathered.query(text, values)
    return gathered ? { rows: (await gathered) as Row[] } : this.#query<Row>(text, values)
  }

  async #query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>> {
    const kind = this.#kindOf(text)
    refuseLocked(kind)
    const waitUntil = performance.now() + maxWaitMs
    if (kind.running < maxRunning) kind.running++
    else await new Promise<void>((resolve) => kind.waiting.push(resolve))
    try {
      refuseLocked(kind)
      if (performance.now() > waitUntil) throw new Overloaded('too many wait for one read model')
      const result = await this.#ask<Row>(text, values)
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

  async #ask<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>> {
    if (this.#changed.has(text) || !byKey.test(text)) return this.#reads.query<Row>({ text, values })
    try {
      return await this.#reads.query<Row>(prepared(text, values))
    } catch (error) {
      // A newer release's view has more columns, which a session that planned the query before refuses for good.
      if (!hasErrorCode(error, pgErrors.featureNotSupported)) throw error
      this.#changed.add(text)
      return this.#reads.query<Row>({ text, values })
    }
  }

  #kindOf(text: string): Kind {
    const name = [...new Set(text.match(/"rm"\."\w+"/g))].sort().join()
    const known = this.#kinds.get(name)
    const kind = known ?? { running: 0, waiting: [], lockedUntil: 0 }
    this.#kinds.set(name, kind)
    return kind
  }
}

function refuseLocked({ lockedUntil }: Kind): void {
  if (performance.now() < lockedUntil) throw new Overloaded('another session locks a read model')
}
