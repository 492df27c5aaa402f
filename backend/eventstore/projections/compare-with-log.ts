// Compares a projection's live rows with a fold of the log.
import type pg from 'pg'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { FoldTable, stagingTable } from './folding/fold-table.ts'
import { columnsOf, findLive } from './generation.ts'
import { LogFold, readSkips } from './log-fold.ts'
import { keyText, type Parked, type Projection, type Row, type RowKey } from './projection.ts'
import { parkedOf, type RowTable } from './row-writer.ts'

export type Difference = { key: string; live: Row | null; expected: Row | null }
export type ComparisonProgress = (done: number, total: number) => void

const fetched = 200
const snapshot = 'begin isolation level repeatable read; set local idle_in_transaction_session_timeout = 0'

/**
 * Yields each row that differs from a fold of the log, without parked keys. Throws RebuildStopped at an event that this
 * code cannot apply. `pool` has no time limits and two free connections.
 */
export function compareWithLog(
  pool: pg.Pool,
  store: EventStore,
  projection: Projection,
  progress?: ComparisonProgress,
): AsyncGenerator<Difference, void, undefined> {
  return new Comparison(pool, store, projection).differences(progress)
}

export type PositionRange = { first: number; last: number; events: number }
type Begun = { client: pg.PoolClient; staging: RowTable; rows: FoldTable; fold: LogFold; before: Live }
type Live = { pos: number; parked: Parked }

/**
 * One comparison, for callers that read the log once for several projections; `differences` reads the rest of the log
 * itself.
 */
export class Comparison {
  readonly projection: Projection
  readonly #pool: pg.Pool
  readonly #store: EventStore
  readonly #memoryBytes: number | undefined
  #begun: Begun | undefined
  #failure: { error: unknown } | undefined
  #isAlone = false

  constructor(pool: pg.Pool, store: EventStore, projection: Projection, memoryBytes?: number) {
    this.#pool = pool
    this.#store = store
    this.projection = projection
    this.#memoryBytes = memoryBytes
  }

  /**
   * Folds the log's next events in order. `concerning` are those for this projection, with personal fields opened if it
   * is personal. Never throws: `differences` throws the error later.
   */
  async take({ first, last, events }: PositionRange, concerning: readonly Decoded[]): Promise<void> {
    if (this.#isAlone) return
    try {
      const { fold, before } = this.#begun ?? (await this.#begin())
      const isNext = first === fold.position + 1 && last === first + events - 1
      this.#isAlone = !isNext || last >= before.pos
      if (!isNext) return
      const isPast = last > before.pos
      const taken = isPast ? concerning.filter(({ position }) => position <= before.pos) : concerning
      await fold.take(taken, isPast ? Math.max(fold.position, before.pos) : last)
    } catch (error) {
      this.#isAlone = true
      this.#failure = { error }
    }
  }

  async *differences(progress?: ComparisonProgress): AsyncGenerator<Difference, void, undefined> {
    try {
      if (this.#failure) throw this.#failure.error
      for (;;) {
        const begun = this.#begun ?? (await this.#begin())
        const parked = await this.#catchUp(begun, progress)
        if (parked) return yield* this.#unparked(begun, parked)
        // An operator's retry took back a stream that this fold left out, so the fold starts over.
        this.close()
      }
    } finally {
      this.close()
    }
  }

  close(): void {
    this.#begun?.client.release(true)
    this.#begun = undefined
  }

  async #begin(): Promise<Begun> {
    const client = await this.#pool.connect()
    try {
      const { projection } = this
      const staging = await stagingTable(client, projection)
      const rows = new FoldTable(client, staging, { isEmpty: true, commitsEach: true })
      const before = await readLive(client, projection)
      const skips = await readSkips(this.#store, projection.name)
      const parts = {
        store: this.#store,
        projection,
        skips,
        leftOut: before.parked,
        rows,
        memoryBytes: this.#memoryBytes,
      }
      this.#begun = { client, staging, rows, fold: new LogFold(parts), before }
      return this.#begun
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Returns the parked keys within a snapshot; undefined if a stream was taken back since the fold began. */
  async #catchUp({ client, rows, fold, before }: Begun, progress?: ComparisonProgress): Promise<Parked | undefined> {
    await fold.advance(before.pos, () => progress?.(fold.position, before.pos))
    // Opens the snapshot late: a long one would keep VACUUM from cleaning up behind the pump.
    await rows.begin(snapshot)
    const now = await readLive(client, this.projection)
    if ([...before.parked.stream.keys()].some((stream) => !now.parked.stream.has(stream))) return undefined
    fold.leaveOut(now.parked)
    await fold.advance(now.pos, () => progress?.(fold.position, now.pos))
    await rows.write(fold.takeChanged())
    return now.parked
  }

  async *#unparked({ client, staging, before }: Begun, now: Parked): AsyncGenerator<Difference, void, undefined> {
    for await (const difference of differing(client, this.projection, staging.table))
      if (!before.parked.row.has(difference.key) && !now.row.has(difference.key)) yield difference
  }
}

async function readLive(client: pg.ClientBase, { name }: Projection): Promise<Live> {
  const { generation = 0, pos = 0 } = (await findLive(client, name)) ?? {}
  return { pos, parked: await parkedOf(client, generation) }
}

async function* differing(
  client: pg.ClientBase,
  projection: Projection,
  staging: string,
): AsyncGenerator<Difference, void, undefined> {
  const { name, primaryKey } = projection
  const shown = await columnsOf(client, name)
  const columns = Object.keys(projection.columns).filter((column) => shown.has(column))
  // Casts both sides to the view's types, so that times and numbers compare as stored; json has no equality.
  const typed = columns.map((column) => `${column}::${shown.get(column)}`).join(', ')
  const comparable = (side: string, column: string) =>
    `${side}.${column}${shown.get(column) === 'json' ? '::jsonb' : ''}`
  const differs = columns.map((column) => `${comparable('l', column)} is distinct from ${comparable('e', column)}`)
  await client.query(`analyze ${staging} (${primaryKey.join(', ')})`)
  await client.query(
    `declare differing no scroll cursor for select to_json(l) as live, to_json(e) as expected
     from (select ${columns.join(', ')} from rm.${name}) l full join (select ${typed} from ${staging}) e using (${primaryKey.join(', ')})
     where ${differs.join(' or ')}`,
  )
  for (;;) {
    const { rows } = await client.query<{ live: Row | null; expected: Row | null }>(`fetch ${fetched} from differing`)
    for (const row of rows) yield { key: keyText(projection, (row.live ?? row.expected) as RowKey), ...row }
    if (rows.length < fetched) return
  }
}
