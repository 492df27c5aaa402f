// Chooses the server for a query: a replica that shows all that this process has shown, else the primary.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { hasErrorCode, isConnectionLost, isDriverTimeout, pgErrors } from '#backend/db/pg-errors.ts'
import type { Replica } from '#backend/db/replicas/replica.ts'
import type { Replicas } from '#backend/db/replicas/replicas.ts'
import { readPositions } from '#backend/eventstore/subscriptions/positions.ts'
import type { ReadQuery } from './read-gate.ts'

/** Longest wait for a replica that is slightly behind. */
const maxWaitMs = 100
/** Asks without waiting for this long after a timeout. */
const impatientMs = 1000
/** Longest wait for a standby while no primary answers. */
const lastWaitMs = 700
/** Pause before the second and last round of standbys. */
const againMs = 300

type Known = { shown(name: string): number }

/**
 * Requests wait for their own writes first (decision 020), so this process knows the needed positions. A connection's
 * positions only grow; reading them on the same connection as the rows protects against a restarted or exchanged
 * server.
 */
export class ReadServers {
  readonly #primary: pg.Pool
  readonly #replicas: Replicas | undefined
  readonly #known: Known
  readonly #shown = new WeakMap<pg.PoolClient, Map<string, number>>()
  #impatientUntil = 0
  /** Queries by answering server, and queries that a replica left to the primary, by reason. */
  readonly answered = new Map<string, number>([['primary', 0]])
  readonly repeated = { behind: 0, failed: 0 }

  constructor(primary: pg.Pool, known: Known, replicas?: Replicas) {
    this.#primary = primary
    this.#known = known
    this.#replicas = replicas
  }

  /** Throws only the primary's errors; without a primary, only if no standby shows the needed positions. */
  async query<Row extends pg.QueryResultRow>(asked: ReadQuery): Promise<pg.QueryResult<Row>> {
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
   * Asks twice, since standbys may be marked late just before the primary's failure is noticed, and one that switches
   * to a new primary is away for a moment. Undefined if none shows the needed positions.
   */
  async #askStandbys<Row extends pg.QueryResultRow>(asked: ReadQuery): Promise<pg.QueryResult<Row> | undefined> {
    for (const pauseMs of this.#replicas?.all.length ? [0, againMs] : []) {
      if (pauseMs > 0) await sleep(pauseMs)
      for (const standby of this.#replicas?.standbys() ?? []) {
        const answer = await this.#ask<Row>(standby, asked, lastWaitMs)
        if (answer) return answer
      }
    }
    return undefined
  }

  async #ask<Row extends pg.QueryResultRow>(
    replica: Replica,
    asked: ReadQuery,
    waitMs: number,
  ): Promise<pg.QueryResult<Row> | undefined> {
    const needed = new Map(asked.models.map((name) => [name, this.#known.shown(name)]))
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

/** The primary is gone, or a standby or former primary answers in its place. */
function isAway(error: unknown): boolean {
  return isConnectionLost(error) || isDriverTimeout(error) || hasErrorCode(error, pgErrors.readOnlyTransaction)
}
