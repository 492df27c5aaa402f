// Compares a projection's live rows with a fold of the log.
import type pg from 'pg'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { type Difference, differingRows } from './differing-rows.ts'
import { FoldTable, stagingTable } from './folding/fold-table.ts'
import { columnsOf, findLive } from './generation.ts'
import { LogFold, readSkips } from './log-fold.ts'
import type { Parked, Projection } from './projection.ts'
import { parkedOf } from './row-writer.ts'

export type ComparisonProgress = (done: number, total: number) => void

const fetched = 200
const snapshot = 'begin isolation level repeatable read; set local idle_in_transaction_session_timeout = 0'

type Live = { pos: number; parked: Parked }
/** `before`: the live rows as they stood when the fold began. */
export type FoldBeside = { client: pg.PoolClient; table: string; rows: FoldTable; fold: LogFold; before: Live }

/**
 * Yields each row that differs from a fold of the log, without parked keys. Throws RebuildStopped at an event that this
 * code cannot apply. `pool` has no time limits and two free connections. Ends the session of `begun`, a fold.
 */
export async function* compareWithLog(
  pool: pg.Pool,
  store: EventStore,
  projection: Projection,
  progress?: ComparisonProgress,
  begun?: FoldBeside,
): AsyncGenerator<Difference, void, undefined> {
  // An operator's retry may take back a stream that the fold left out: it starts over then.
  for (let known = begun; ; known = undefined) {
    const client = known?.client ?? (await pool.connect())
    try {
      const beside = known ?? (await beginFold(client, store, projection))
      const parked = await catchUp(beside, projection, progress)
      if (!parked) continue
      for await (const difference of differing(client, projection, beside.table))
        if (!parked.has(difference.key)) yield difference
      return
    } finally {
      client.release(true)
    }
  }
}

export async function beginFold(client: pg.PoolClient, store: EventStore, projection: Projection): Promise<FoldBeside> {
  const staging = await stagingTable(client, projection)
  const rows = new FoldTable(client, staging, { isEmpty: true, commitsEach: true })
  const before = await readLive(client, projection)
  const skips = await readSkips(store, projection.name)
  const fold = new LogFold({ store, projection, skips, leftOut: before.parked, rows })
  return { client, table: staging.table, rows, fold, before }
}

/** Folds up to the live rows, in a snapshot at the end. Returns the parked keys, or null if a stream was taken back. */
async function catchUp(
  { client, fold, rows, before }: FoldBeside,
  projection: Projection,
  progress?: ComparisonProgress,
): Promise<ReadonlySet<string> | null> {
  await fold.advance(before.pos, () => progress?.(fold.position, before.pos))
  // Opens the snapshot late: a long one would keep VACUUM from cleaning up behind the pump.
  await rows.begin(snapshot)
  const now = await readLive(client, projection)
  if ([...before.parked.stream.keys()].some((stream) => !now.parked.stream.has(stream))) return null
  fold.leaveOut(now.parked)
  await fold.advance(now.pos, () => progress?.(fold.position, now.pos))
  await rows.write(fold.memory.takeChanged())
  return new Set([...before.parked.row, ...now.parked.row])
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
  // Casts to the view's types, so that times and numbers compare as stored.
  const typed = columns.map((column) => `${column}::${shown.get(column)}`)
  const live = `(select ${columns.join(', ')} from rm.${name})`
  const rowsThatDiffer = differingRows(projection, live, `(select ${typed.join(', ')} from ${staging})`)
  await client.query(`analyze ${staging} (${primaryKey.join(', ')})`)
  await client.query(`declare differing no scroll cursor for ${rowsThatDiffer}`)
  for (;;) {
    const { rows } = await client.query<Difference>(`fetch ${fetched} from differing`)
    yield* rows
    if (rows.length < fetched) return
  }
}
