// Keeps the trouble of one read model from the others: queries of the same tables share a few connections, and stop asking for what is locked.
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'

/** How many queries of the same tables run at once, and how long the others wait for their turn. */
const maxRunning = 4
const maxWaitMs = 3000
/** So long after a query met a lock the others of its tables are refused at once. */
const lockedMs = 1000

/** Queries that read the same tables. */
type Kind = { running: number; readonly waiting: (() => void)[]; lockedUntil: number; lock: unknown }

export class ReadGate {
  readonly #pool: pg.Pool
  readonly #kinds = new Map<string, Kind>()

  /** pool: with short limits for locks and statements, and more connections than the queries of one kind may take. */
  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Throws what PostgreSQL says; for tables that were locked a moment ago its last word, without asking again; Overloaded after a long wait. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>> {
    const kind = this.#kindOf(text)
    refuseLocked(kind)
    const waitUntil = performance.now() + maxWaitMs
    if (kind.running < maxRunning) kind.running++
    else await new Promise<void>((resolve) => kind.waiting.push(resolve))
    try {
      refuseLocked(kind)
      if (performance.now() > waitUntil) throw new Overloaded('too many wait for one read model')
      const result = await this.#pool.query<Row>(text, values)
      kind.lockedUntil = 0
      return result
    } catch (error) {
      if (hasErrorCode(error, pgErrors.lockNotAvailable)) noteLock(kind, error)
      throw error
    } finally {
      const next = kind.waiting.shift()
      if (next) next()
      else kind.running--
    }
  }

  #kindOf(text: string): Kind {
    const name = [...new Set(text.match(/"rm"\."\w+"/g))].sort().join()
    const known = this.#kinds.get(name)
    const kind = known ?? { running: 0, waiting: [], lockedUntil: 0, lock: undefined }
    this.#kinds.set(name, kind)
    return kind
  }
}

function refuseLocked(kind: Kind): void {
  if (performance.now() < kind.lockedUntil) throw kind.lock
}

function noteLock(kind: Kind, error: unknown): void {
  if (error === kind.lock) return
  kind.lockedUntil = performance.now() + lockedMs
  kind.lock = error
}
