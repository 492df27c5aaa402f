// The append queue's calls to the database: append a batch, look up repeats, versions and locks.
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { batchParameters, lockParameters } from './append-batch.ts'
import type { AppendEntry } from './append-entry.ts'
import { type AcceptedCommands, findAcceptedCommands } from './command-ids.ts'
import { addPartitions, lacksPartition } from './partitions/partitions.ts'

export type BatchRow = {
  head: number
  positions: (number | null)[]
  failures: (string | null)[]
  details: (number | null)[]
}

export class AppendCalls {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Adds partitions first if the log's last one is full, after a long time without a worker. */
  async append(entries: readonly AppendEntry[]): Promise<BatchRow> {
    try {
      return await this.#append(entries)
    } catch (error) {
      if (!lacksPartition(error)) throw error
      await addPartitions(this.#pool, entries.flatMap(({ writes }) => writes.flatMap(({ events }) => events)).length)
      return await this.#append(entries)
    }
  }

  async #append(entries: readonly AppendEntry[]): Promise<BatchRow> {
    const values = batchParameters(entries)
    const places = values.map((_, index) => `$${index + 1}`).join(',')
    const result = await this.#pool.query<BatchRow>({
      name: 'es.append',
      text: `select head, positions, failures, details from es.append(${places})`,
      values,
    })
    return result.rows[0] as BatchRow
  }

  async versionsOf(entries: readonly AppendEntry[]): Promise<Map<string, number>> {
    const { rows } = await this.#pool.query<{ id: string; version: number }>({
      name: 'es.versions',
      text: 'select id, version from es.streams where id = any($1)',
      values: [entries.flatMap((entry) => entry.writes.map((write) => write.id))],
    })
    return new Map(rows.map((row) => [row.id, row.version]))
  }

  acceptedOf(entries: readonly AppendEntry[]): Promise<AcceptedCommands> {
    return findAcceptedCommands(
      this.#pool,
      entries.map((entry) => entry.commandId),
    )
  }

  /**
   * Finds entries that would wait for another session's lock on a stream, guard or claim; all of them if a session
   * locks a whole table.
   */
  async findLocked(entries: readonly AppendEntry[]): Promise<Set<AppendEntry>> {
    const { values, claimEntries } = lockParameters(entries)
    try {
      const { rows } = await this.#pool.query<{ streams: string[]; guards: number[]; claims: number[] }>({
        name: 'es.find_locked',
        text: 'select streams, guards, claims from es.find_locked($1,$2,$3,$4)',
        values,
      })
      const { streams = [], guards = [], claims = [] } = rows[0] ?? {}
      const claiming = new Set(claims.map((place) => claimEntries[place - 1]))
      const isLocked = ({ writes, guarded }: AppendEntry, index: number) =>
        claiming.has(index) ||
        writes.some(({ id }) => streams.includes(id)) ||
        guarded.some(({ key }) => guards.includes(key))
      return new Set(entries.filter(isLocked))
    } catch (error) {
      if (hasErrorCode(error, pgErrors.lockNotAvailable)) return new Set(entries)
      throw error
    }
  }
}
