// Isolates read models: queries of the same tables share a few connections, and fail at once while a table is locked.
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { prepared } from '#backend/db/statements/prepared.ts'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'
import { GatheredRows } from './gathered-rows.ts'

/** Concurrent queries of the same tables, and the longest wait for a turn. */
const maxRunning = 4
const maxWaitMs = 3000
/** Refuses queries of the same tables this long after one met a lock. */
const lockedMs = 1000

type Kind = { running: number; readonly waiting: (() => void)[]; lockedUntil: number }

export type Reads = {
  query<Row extends pg.QueryResultRow>(asked: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}

/** Simple queries by key: a prepared plan is always best, so each session plans them once. */
const byKey = /^select [^()]+ from "rm"\."\w+" where "\w+" = (\$1|any\(\$1\))$/

export class ReadGate {
  readonly #reads: Reads
  readonly #kinds = new Map<string, Kind>()
  readonly #changed = new Set<string>()
  readonly #gathered = new GatheredRows((text, values) => this.#query(text, values))

  /** `reads` has short limits for locks and statements, and more connections than one kind of query may take. */
  constructor(reads: Reads) {
    this.#reads = reads
  }

  /** Throws PostgreSQL's errors, and Overloaded for recently locked tables or after a long wait. */
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
      // A newer release's view has more columns, so a session's prepared query fails for good.
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
