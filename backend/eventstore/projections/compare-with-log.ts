// The live rows of a projection beside a straight fold of the log.
import type pg from 'pg'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { FoldTable, stagingTable } from './folding/fold-table.ts'
import { columnsOf, type Generation } from './generation.ts'
import { LogFold, readSkips } from './log-fold.ts'
import { keyText, nothingParked, type Parked, type Projection, type Row, type RowKey } from './projection.ts'
import { readParked } from './row-writer.ts'

export type Difference = { key: string; live: Row | null; expected: Row | null }
export type ComparisonProgress = (done: number, total: number) => void

/** Differences that are fetched at a time. */
const fetched = 200
const snapshot = 'begin isolation level repeatable read; set local idle_in_transaction_session_timeout = 0'

/**
 * Compares the live rows with a straight fold up to their checkpoint, over the columns that both have, and yields each row that
 * differs. Keys that were parked are left out: they are reported as dead letters. Neither the rows nor the differences are ever all in
 * memory. Throws RebuildStopped at an event that this code cannot apply. pool: with the owner's rights or the application's, without
 * time limits; two connections.
 */
export async function* compareWithLog(
  pool: pg.Pool,
  store: EventStore,
  projection: Projection,
  progress?: ComparisonProgress,
): AsyncGenerator<Difference, void, undefined> {
  const client = await pool.connect()
  try {
    yield* compare(client, store, projection, progress)
  } finally {
    client.release(true) // the staging table and an open cursor go with the session
  }
}

async function* compare(
  client: pg.ClientBase,
  store: EventStore,
  projection: Projection,
  progress?: ComparisonProgress,
): AsyncGenerator<Difference, void, undefined> {
  const staging = await stagingTable(client, projection)
  const rows = new FoldTable(client, staging, { isEmpty: true, commitsEach: true })
  const before = await readLive(client, projection)
  const skips = await readSkips(store, projection.name)
  const fold = new LogFold({ store, projection, skips, leftOut: before.parked, rows })
  await fold.advance(before.pos, () => progress?.(fold.position, before.pos))
  // A snapshot of many minutes would keep the server from tidying up what the pump leaves behind: it begins when little is left to do.
  await rows.begin(snapshot)
  const now = await readLive(client, projection)
  if ([...before.parked.stream.keys()].some((stream) => !now.parked.stream.has(stream))) {
    // An operator took back a stream that the fold has left out.
    await client.query('rollback')
    return yield* compare(client, store, projection, progress)
  }
  fold.leaveOut(now.parked)
  await fold.advance(now.pos, () => progress?.(fold.position, now.pos))
  await rows.write(fold.takeChanged())
  await rows.settle()
  for await (const difference of differing(client, projection, staging.table))
    if (!before.parked.row.has(difference.key) && !now.parked.row.has(difference.key)) yield difference
}

/** Where the live rows stand, and which of them stand still. */
async function readLive(client: pg.ClientBase, { name }: Projection): Promise<{ pos: number; parked: Parked }> {
  const live = await client.query<Pick<Generation, 'generation' | 'pos'>>(
    "select generation, pos from es.subscriptions where name = $1 and state = 'live'",
    [name],
  )
  const { generation = 0, pos = 0 } = live.rows[0] ?? {}
  return { pos, parked: (await readParked(client, [generation])).get(generation) ?? nothingParked }
}

async function* differing(
  client: pg.ClientBase,
  projection: Projection,
  staging: string,
): AsyncGenerator<Difference, void, undefined> {
  const { name, primaryKey } = projection
  const shown = await columnsOf(client, name)
  const columns = Object.keys(projection.columns).filter((column) => shown.has(column))
  // Both sides have the view's types, so that times and numbers are compared as stored; of plain json there is no equality.
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
