// At start: every projection has a live view for this code's queries, and rows that this version of the code folded.
import type pg from 'pg'
import { inTransaction } from '#backend/db/transaction.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { dropUnfed } from './cut-over.ts'
import { columnsOf, createGeneration, indexGeneration, listGenerations, showGeneration } from './generation.ts'
import type { BuilderParts } from './generation-builder.ts'
import type { Projection } from './projection.ts'
import { RebuildBusy, rebuild, withLease } from './rebuild.ts'

/** What could not be built. What was shown before, if anything was, is shown as before. */
export type FailedBuild = { name: string; error: unknown }
/** parked: how many rows and streams stand still in the new rows, as in those before. */
export type Rebuilt = { name: string; parked: number }
/** Rebuilds one projection, or waits for another process that does, and returns null. */
export type Rebuilder = (projection: Projection) => Promise<Rebuilt | null>

/**
 * Makes sure that every projection has a live generation which shows all columns of this code: after it, queries work. A projection
 * that is new, or whose rows lack columns, is built before it returns; on an empty log that is only an empty table. Where that fails,
 * the columns that are lacking are shown as null. pool: with the owner's rights. rebuildOne: by default in this process.
 */
export async function openProjections(
  pool: pg.Pool,
  store: EventStore,
  projections: readonly Projection[],
  rebuildOne: Rebuilder = (projection) => rebuildOrWait({ pool, store, projection }),
): Promise<FailedBuild[]> {
  const failed: FailedBuild[] = []
  for (const projection of projections) {
    while (!(await isShown(pool, projection))) {
      const open = (client: pg.ClientBase) => openEmpty(client, store, projection)
      if (await withLease(pool, projection.name, open, { wait: true })) break
      try {
        await rebuildOne(projection)
      } catch (error) {
        failed.push({ name: projection.name, error })
        await withLease(pool, projection.name, (client) => showWithout(client, projection), { wait: true })
        break
      }
    }
  }
  return failed
}

/** The rows shown so far, with null in the columns that only this code knows. */
async function showWithout(client: pg.ClientBase, projection: Projection): Promise<void> {
  const live = (await listGenerations(client, projection.name)).find(({ state }) => state === 'live')
  if (live) await inTransaction(client, () => showGeneration(client, live, { columns: projection.columns }))
}

/**
 * Rebuilds the projections whose live rows older code wrote. A version that an operator went back from, and one newer than this code,
 * are left alone. rebuildOne: by default in this process.
 */
export async function rebuildOutdated(
  pool: pg.Pool,
  store: EventStore,
  projections: readonly Projection[],
  rebuildOne: Rebuilder = (projection) => rebuildOrWait({ pool, store, projection }),
): Promise<{ rebuilt: Rebuilt[]; failed: FailedBuild[] }> {
  const rebuilt: Rebuilt[] = []
  const failed: FailedBuild[] = []
  for (const projection of projections)
    try {
      while (await isOutdated(pool, projection)) {
        const built = await rebuildOne(projection)
        if (built) rebuilt.push(built)
      }
    } catch (error) {
      failed.push({ name: projection.name, error })
    }
  return { rebuilt, failed }
}

async function isOutdated(pool: pg.Pool, { name, version }: Projection): Promise<boolean> {
  const generations = await listGenerations(pool, name)
  const live = generations.find(({ state }) => state === 'live')
  const wasLive = generations.some((generation) => generation.state === 'kept' && generation.version === version)
  return !live || (live.version < version && !wasLive)
}

/** Of several processes that start at once one rebuilds; the others wait for its end and return null. */
export async function rebuildOrWait(parts: BuilderParts): Promise<Rebuilt | null> {
  const { name } = parts.projection
  try {
    const { parked } = await rebuild(parts)
    return { name, parked }
  } catch (error) {
    if (!(error instanceof RebuildBusy)) throw error
    await withLease(parts.pool, name, async () => undefined, { wait: true })
    return null
  }
}

/** Removes what was kept for going back longer than it is fed, unless it is being rebuilt or read now. */
export async function dropExpired(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    'select distinct name from es.subscriptions where kept_until < clock_timestamp()',
  )
  for (const { name } of rows)
    await withLease(pool, name, (client) => dropUnfed(client, name)).catch((error: unknown) => {
      if (!(error instanceof RebuildBusy)) throw error
    })
}

async function isShown(pool: Pick<pg.Pool | pg.ClientBase, 'query'>, projection: Projection): Promise<boolean> {
  const shown = await columnsOf(pool, projection.name)
  return Object.keys(projection.columns).every((column) => shown.has(column))
}

/** On an empty log: a live generation without rows. Returns false if there is history to build from. */
async function openEmpty(client: pg.ClientBase, store: EventStore, projection: Projection): Promise<boolean> {
  if (await isShown(client, projection)) return true
  const generations = await listGenerations(client, projection.name)
  if (generations.some(({ state, version }) => state === 'live' && version === projection.version))
    throw new Error(`rm.${projection.name} lacks columns of version ${projection.version}: raise the version`)
  if (generations.length > 0 || (await store.head()) > 0) return false
  await inTransaction(client, async () => {
    const generation = await createGeneration(client, projection, 'live', 0)
    await indexGeneration(client, projection, generation)
    await showGeneration(client, generation)
  })
  return true
}
