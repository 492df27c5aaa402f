// A projection made anew beside the live one while the shop serves: replay, indexes, catch-up, check, and then the turn of the view.
import type pg from 'pg'
import { turnTo } from './cut-over.ts'
import type { EventStore } from './event-store.ts'
import {
  createGeneration,
  dropGeneration,
  type Generation,
  inTransaction,
  listGenerations,
  tableOf,
} from './generation.ts'
import { GenerationBuilder, RebuildCancelled, type RebuildProgress } from './generation-builder.ts'
import { RebuildStopped } from './log-fold.ts'
import type { Projection } from './projection.ts'

const rebuildLocks = 4245

export type RebuildResult = { generation: Generation; rows: number; resumedAt: number }

/** Somebody else rebuilds this projection now. */
export class RebuildBusy extends Error {
  override readonly name = 'RebuildBusy'
}

export type RebuildParts = {
  /** With the owner's rights and without time limits. */
  pool: pg.Pool
  store: EventStore
  projection: Projection
  progress?: RebuildProgress
  /** Aborting stops between two pages and leaves what was built; the next rebuild goes on from there. */
  signal?: AbortSignal
  /** Leaves the new generation ready instead of turning the view to it. */
  hold?: boolean
}

/**
 * Builds the next generation and turns the view to it; an unfinished one of the same version is continued. Readers see the old rows
 * until the turn. Throws RebuildBusy, RebuildCancelled, RebuildStopped (an event that cannot be applied, or rows that came out
 * wrong) and ContractBroken; the live rows are then as before.
 */
export async function rebuild(parts: RebuildParts): Promise<RebuildResult> {
  return withLease(parts.pool, parts.projection.name, async (client) => {
    const generation = await beginOrResume(client, parts)
    try {
      if (generation.state === 'building') await new GenerationBuilder(parts, client, generation).build()
      if (parts.hold !== true) await turnTo({ ...parts, client, generation })
      const { rows } = await client.query<{ rows: number }>(`select count(*) as rows from ${tableOf(generation)}`)
      return { generation, rows: rows[0]?.rows ?? 0, resumedAt: generation.pos }
    } catch (error) {
      if (!(await isThere(client, generation))) throw new RebuildCancelled(`${generation.name}: cancelled`)
      // What wrong code or a wrong event led to is nothing to go on from.
      if (error instanceof RebuildStopped) await inTransaction(client, () => dropGeneration(client, generation))
      throw error
    }
  })
}

/** Removes what an unfinished or held rebuild has built; answers false where there is none. A builder at work stops. */
export async function cancelRebuild(pool: pg.Pool, name: string): Promise<boolean> {
  const open = (await listGenerations(pool, name)).filter(isUnfinished)
  const client = await pool.connect()
  try {
    for (const generation of open) await inTransaction(client, () => dropGeneration(client, generation))
    return open.length > 0
  } finally {
    client.release()
  }
}

/** Runs work while no other rebuild of the projection can; `wait` waits for its end instead of throwing RebuildBusy. */
export async function withLease<T>(
  pool: pg.Pool,
  name: string,
  work: (client: pg.ClientBase) => Promise<T>,
  options: { wait: boolean } = { wait: false },
): Promise<T> {
  const client = await pool.connect()
  let broken = true
  try {
    if (options.wait) await client.query('select pg_advisory_lock($1, hashtext($2))', [rebuildLocks, name])
    else {
      const { rows } = await client.query<{ won: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as won', [
        rebuildLocks,
        name,
      ])
      if (rows[0]?.won !== true) throw new RebuildBusy(`${name} is being rebuilt already`)
    }
    const result = await work(client)
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [rebuildLocks, name])
    broken = false
    return result
  } finally {
    client.release(broken) // a closed session gives its lock back
  }
}

/** What is unfinished of this version is continued; what is unfinished of others goes. */
async function beginOrResume(client: pg.ClientBase, { projection, store }: RebuildParts): Promise<Generation> {
  const unfinished = (await listGenerations(client, projection.name)).filter(isUnfinished)
  const open = unfinished.find(({ version }) => version === projection.version)
  for (const other of unfinished) if (other !== open) await dropGeneration(client, other)
  if (!open) {
    const target = await store.head()
    return inTransaction(client, () => createGeneration(client, projection, 'building', target))
  }
  if (open.state === 'ready') return open
  const { rows } = await client.query<Generation>(
    'update es.subscriptions set epoch = epoch + 1, progress = pos where generation = $1 returning *',
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
