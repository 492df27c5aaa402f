// Rebuilds a projection beside the live one: replay, indexes, catch-up, check, cut-over.
import type pg from 'pg'
import { locks } from '#backend/db/locks.ts'
import { isDataError } from '#backend/db/pg-errors.ts'
import { inTransaction } from '#backend/db/transaction.ts'
import { cutOverTo } from './cut-over.ts'
import {
  ContractBroken,
  createGeneration,
  dropGeneration,
  type Generation,
  listGenerations,
  tableOf,
} from './generation.ts'
import { type BuilderParts, GenerationBuilder, RebuildCancelled } from './generation-builder.ts'
import { RebuildStopped } from './log-fold.ts'

export type RebuildResult = { generation: Generation; rows: number; resumedAt: number; parked: number }

export class RebuildBusy extends Error {
  override readonly name = 'RebuildBusy'
}

export type RebuildParts = BuilderParts & {
  hold?: boolean
  maxBusyMs?: number
}

/**
 * Builds the next generation and switches the view, or resumes an unfinished build of the same version. Readers see the
 * old rows until the cut-over. Retries the live rows' dead letters and parks them again if they still fail. An aborted
 * signal stops between two pages and keeps the partial build. Throws RebuildBusy, RebuildCancelled, RebuildStopped (an
 * event that cannot be applied, or wrong rows), ContractBroken and CutOverGaveUp, and leaves the live rows alone.
 */
export async function rebuild(parts: RebuildParts): Promise<RebuildResult> {
  return withLease(parts.pool, parts.projection.name, async (client) => {
    let generation = await beginOrResume(client, parts)
    try {
      if (generation.state === 'building')
        await new GenerationBuilder(parts, client, generation).build().catch(async (error: unknown) => {
          generation = await withoutParkedRows(client, parts, generation, error)
          await new GenerationBuilder(parts, client, generation).build()
        })
      if (parts.hold !== true) await cutOverTo({ ...parts, client, generation })
      const { rows } = await client.query<{ rows: number; parked: number }>(
        `select (select count(*) from ${tableOf(generation)}) as rows,
           (select count(distinct (key, stream_id)) from es.dead_letters where generation = $1) as parked`,
        [generation.generation],
      )
      return { generation, rows: rows[0]?.rows ?? 0, parked: rows[0]?.parked ?? 0, resumedAt: generation.pos }
    } catch (error) {
      if (!(await isThere(client, generation))) throw new RebuildCancelled(`${generation.name}: cancelled`)
      // Drops rows built by wrong code or from a wrong event: no later run may resume them.
      const isWrong = error instanceof RebuildStopped || error instanceof ContractBroken
      if (isWrong) await inTransaction(client, () => dropGeneration(client, generation))
      throw error
    }
  })
}

/**
 * Starts a new generation without the live one's parked rows after the table refused a row, since the old table may
 * have refused the same rows. Throws the error if no rows are parked, or for any other error.
 */
async function withoutParkedRows(
  client: pg.ClientBase,
  { projection }: RebuildParts,
  failed: Generation,
  error: unknown,
): Promise<Generation> {
  const isRefusal = isDataError(error) && (await isThere(client, failed))
  const parked = `from es.dead_letters l join es.subscriptions s using (generation)
    where s.name = $1 and s.state = 'live' and l.stream_id is null`
  if (!isRefusal || (await client.query(`select 1 ${parked} limit 1`, [projection.name])).rowCount === 0) throw error
  return inTransaction(client, async () => {
    await dropGeneration(client, failed)
    const generation = await createGeneration(client, projection, 'building', failed.target)
    await client.query(
      `insert into es.dead_letters (generation, projection, key, pos, error)
       select $2, l.projection, l.key, l.pos, l.error ${parked}`,
      [projection.name, generation.generation],
    )
    return generation
  })
}

export class NothingKept extends Error {
  override readonly name = 'NothingKept'
}

/**
 * Switches the view to the previous generation; a second call switches forward again. Throws NothingKept, RebuildBusy,
 * and NotFed if no running code feeds the kept rows.
 */
export async function rollback(
  parts: Pick<RebuildParts, 'pool' | 'store' | 'projection' | 'maxBusyMs'>,
): Promise<Generation> {
  return withLease(parts.pool, parts.projection.name, async (client) => {
    const kept = (await listGenerations(client, parts.projection.name)).filter(({ state }) => state === 'kept')
    const [generation] = kept.toSorted((a, b) => Number(b.kept_until) - Number(a.kept_until))
    if (!generation) throw new NothingKept(parts.projection.name)
    await cutOverTo({ ...parts, client, generation })
    return generation
  })
}

export async function setPaused(pool: pg.Pool, name: string, isPaused: boolean): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with done as (update es.subscriptions set paused = $2, epoch = epoch + 1 where name = $1 and state <> 'building' returning 1),
       told as (select pg_notify('generations', '')) select 1 from done, told`,
    [name, isPaused],
  )
  return rowCount !== 0
}

export async function cancelRebuild(pool: pg.Pool, name: string): Promise<boolean> {
  const open = (await listGenerations(pool, name)).filter(isUnfinished)
  const client = await pool.connect()
  try {
    let cancelled = 0
    for (const generation of open)
      await inTransaction(client, () => dropGeneration(client, generation)).then(
        () => cancelled++,
        (error: { code?: string }) => {
          if (error.code !== '2BP01') throw error // the view was turned to it while we waited: nothing is left to cancel
        },
      )
    return cancelled > 0
  } finally {
    client.release()
  }
}

/** `wait` waits for a running rebuild instead of throwing RebuildBusy. */
export async function withLease<T>(
  pool: pg.Pool,
  name: string,
  work: (client: pg.ClientBase) => Promise<T>,
  options: { wait: boolean } = { wait: false },
): Promise<T> {
  const client = await pool.connect()
  let isHeld = false
  try {
    const lock = options.wait ? 'pg_advisory_lock' : 'pg_try_advisory_lock'
    const { rows } = await client.query<{ won: unknown }>(`select ${lock}($1, hashtext($2)) as won`, [
      locks.rebuilding,
      name,
    ])
    isHeld = rows[0]?.won !== false
    if (!isHeld) throw new RebuildBusy(`${name} is being rebuilt already`)
    return await work(client)
  } finally {
    const unlock = 'select pg_advisory_unlock($1, hashtext($2))'
    const isFree = !isHeld || (await client.query(unlock, [locks.rebuilding, name]).catch(() => false))
    client.release(isFree === false) // a closed session gives its lock back too
  }
}

async function beginOrResume(client: pg.ClientBase, { projection, store }: RebuildParts): Promise<Generation> {
  const unfinished = (await listGenerations(client, projection.name)).filter(isUnfinished)
  const open = unfinished.find(({ version }) => version === projection.version)
  for (const other of unfinished) if (other !== open) await inTransaction(client, () => dropGeneration(client, other))
  if (!open) {
    const target = await store.head()
    return inTransaction(client, () => createGeneration(client, projection, 'building', target))
  }
  if (open.state === 'ready') return open
  const { rows } = await client.query<Generation>(
    'update es.subscriptions set epoch = epoch + 1 where generation = $1 returning *',
    [open.generation],
  )
  return rows[0] as Generation
}

function isUnfinished({ state }: Generation): boolean {
  return state === 'building' || state === 'ready'
}

async function isThere(client: pg.ClientBase, { generation }: Generation): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from es.subscriptions where generation = $1', [generation])
  return rowCount === 1
}
