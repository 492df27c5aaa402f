// Which server answers a query of read models: a replica that shows at least what this process knows to be shown, else the primary.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { hasErrorCode, isConnectionLost, isDriverTimeout, pgErrors } from '#backend/db/pg-errors.ts'
import type { Replica } from '#backend/db/replicas/replica.ts'
import type { Replicas } from '#backend/db/replicas/replicas.ts'
import { readPositions } from '#backend/eventstore/subscriptions/positions.ts'

/** How long a query waits for a replica that is a little behind, in milliseconds. */
const maxWaitMs = 100
/** So long after a replica was further behind than that, it is asked without waiting. */
const impatientMs = 1000
/** And for a standby, where no primary answers: what it was sent it may not show yet. */
const lastWaitMs = 700
/** Pause before standbys are asked a second and last time, in milliseconds. */
const againMs = 300

/** How far each read model was seen. */
type Known = { shown(name: string): number }

/**
 * A caller's own change is waited for before its pages are read (decision 020), so what this process knows covers it. What a replica has shown on
 * a connection it shows there for ever; positions are read before the rows, on the same connection, so that neither a restarted server
 * nor another one behind the same address is taken for the one that was seen.
 */
export class ReadServers {
  readonly #primary: pg.Pool
  readonly #replicas: Replicas | undefined
  readonly #known: Known
  readonly #shown = new WeakMap<pg.PoolClient, Map<string, number>>()
  #impatientUntil = 0
  /** Queries answered by each server, by its name; and those that a replica had to leave to the primary, by why. */
  readonly answered = new Map<string, number>([['primary', 0]])
  readonly repeated = { behind: 0, failed: 0 }

  /** Without replicas everything is read from the primary. */
  constructor(primary: pg.Pool, known: Known, replicas?: Replicas) {
    this.#primary = primary
    this.#known = known
    this.#replicas = replicas
  }

  /** Throws only what the primary says; if it is gone, only where no standby shows what is needed either. */
  async query<Row extends pg.QueryResultRow>(asked: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const replica = this.#replicas?.choose()
    if (replica) {
      const waitMs = performance.now() < this.#impatientUntil ? 0 : maxWaitMs
      const answer = await this.#ask<Row>(replica, asked, waitMs)
      if (answer) return answer
    }
    try {
      const answer = await this.#primary.query<Row>(asked)
      this.#count('primary')
      return answer
    } catch (error) {
      const answer = isAway(error) && (await this.#askStandbys<Row>(asked))
      if (answer) return answer
      throw error
    }
  }

  /**
   * In the second before a primary is known to be gone, its standbys may be held to be late: they are the newest there is, one may show what
   * another lacks, and one that is told to follow another primary is away for a moment. undefined: none shows what is needed.
   */
  async #askStandbys<Row extends pg.QueryResultRow>(asked: pg.QueryConfig): Promise<pg.QueryResult<Row> | undefined> {
    for (const pauseMs of this.#replicas?.all.length ? [0, againMs] : []) {
      if (pauseMs > 0) await sleep(pauseMs)
      for (const standby of this.#replicas?.standbys() ?? []) {
        const answer = await this.#ask<Row>(standby, asked, lastWaitMs)
        if (answer) return answer
      }
    }
    return undefined
  }

  /** undefined: it does not show what is needed, or did not answer. */
  async #ask<Row extends pg.QueryResultRow>(
    replica: Replica,
    asked: pg.QueryConfig,
    waitMs: number,
  ): Promise<pg.QueryResult<Row> | undefined> {
    const needed = this.#needed(asked.text)
    const answer = await replica
      .use(async (client) => ((await this.#shows(client, needed, waitMs)) ? client.query<Row>(asked) : undefined))
      .catch(() => null)
    if (answer) this.#count(replica.name)
    else this.repeated[answer === null ? 'failed' : 'behind']++
    return answer ?? undefined
  }

  #count(server: string): void {
    this.answered.set(server, (this.answered.get(server) ?? 0) + 1)
  }

  /** The read models that a query names, with the positions they are known to have reached. */
  #needed(text: string): Map<string, number> {
    const names = new Set(Array.from(text.matchAll(/"rm"\."(\w+)"/g), ([, name = '']) => name))
    return new Map([...names].map((name) => [name, this.#known.shown(name)]))
  }

  /** Waits so long until the server of this connection shows all that is needed; false if it does not. */
  async #shows(client: pg.PoolClient, needed: ReadonlyMap<string, number>, waitMs: number): Promise<boolean> {
    const isShown = (shown: ReadonlyMap<string, number> | undefined) =>
      [...needed].every(([name, position]) => position <= (shown?.get(name) ?? 0))
    const shown = this.#shown.get(client) ?? new Map<string, number>()
    this.#shown.set(client, shown)
    if (isShown(shown)) return true
    const since = performance.now()
    for (let pauseMs = 1; ; pauseMs *= 2) {
      for (const [name, position] of await readPositions(client, [...needed.keys()])) shown.set(name, position)
      if (isShown(shown)) return true
      if (performance.now() + pauseMs > since + waitMs) break
      await sleep(pauseMs)
    }
    if (waitMs > 0) this.#impatientUntil = performance.now() + impatientMs
    return false
  }
}

/** The primary does not answer, or what does in its place is a standby or a former primary. */
function isAway(error: unknown): boolean {
  return isConnectionLost(error) || isDriverTimeout(error) || hasErrorCode(error, pgErrors.readOnlyTransaction)
}
