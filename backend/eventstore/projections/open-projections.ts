// At start, gives every projection a live view with rows of this version of the code.
import type pg from 'pg'
import { inTransaction } from '#backend/db/transaction.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { dropUnfed } from './cut-over.ts'
import {
  columnsOf,
  createGeneration,
  findLive,
  indexGeneration,
  listGenerations,
  showGeneration,
} from './generation.ts'
import type { BuilderParts } from './generation-builder.ts'
import type { Projection } from './projection.ts'
import { RebuildBusy, rebuild, withLease } from './rebuild.ts'

export type FailedBuild = { name: string; error: unknown }
export type Rebuilt = { name: string; parked: number }
export type Rebuilder = (projection: Projection) => Promise<Rebuilt | null>

/**
 * Gives every projection a live generation with all columns of this code, so that queries work. Builds new projections
 * and missing columns first; shows null in missing columns if a build fails. `pool` has the owner's rights.
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

async function showWithout(client: pg.ClientBase, projection: Projection): Promise<void> {
  const live = await findLive(client, projection.name)
  if (live) await inTransaction(client, () => showGeneration(client, live, { columns: projection.columns }))
}

/**
 * Rebuilds projections with live rows of older code. Leaves versions alone that an operator rolled back, or that are
 * newer than this code.
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
