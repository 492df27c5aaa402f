// Maintains a process: sets its clock and, in workers, cleans up and repairs.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { keepChain } from '#backend/eventstore/log/chain/chain.ts'
import { forgetExpiredCommandIds } from '#backend/eventstore/log/command-ids.ts'
import { keepPartitions } from '#backend/eventstore/log/partitions/partitions.ts'
import { dropExpired, type Rebuilder, rebuildOutdated } from '#backend/eventstore/projections/open-projections.ts'
import { compactCheckpoints } from '#backend/eventstore/subscriptions/compact-checkpoints.ts'
import { retryAllParked } from '#backend/eventstore/subscriptions/parked/retry.ts'
import { dropExpiredRows } from '#backend/identity/expired-rows.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { logError, logWarning } from '#backend/telemetry/log.ts'
import { type Core, subscriptionsOf } from './shop.ts'

const tidyEvery = 3_600_000
const clockEvery = 60_000
const lookEvery = 500

export function keepTime(core: Core, started: AsyncDisposableStack): void {
  const set = () => void core.setClock().catch((error: unknown) => logError('clock of the database', error))
  const timer = setInterval(set, clockEvery)
  started.defer(() => clearInterval(timer))
}

/** Deletes expired data and repairs projections, now and repeatedly; resolves after the first time. */
export async function tidy(core: Core, ownerPool: pg.Pool, started: AsyncDisposableStack, repair: Repair) {
  started.defer(keepChain(core.pool, (error) => logError('chain of the log', error)))
  started.defer(keepPartitions(core.pool, (error) => logError('partitions of the log', error)))
  let repairing: Promise<void> | undefined
  const drop = () => {
    const works = {
      'expired rows': dropExpiredRows(core),
      'expired rate limits': core.rateLimits.sweep(),
      'expired generations': dropExpired(ownerPool),
      'room of the checkpoints': compactCheckpoints(ownerPool),
      'expired command ids': forgetExpiredCommandIds(ownerPool),
    }
    for (const [what, work] of Object.entries(works)) work.catch((error: unknown) => logError(what, error))
    repairing ??= repairProjections(core, ownerPool, repair).finally(() => {
      repairing = undefined
    })
  }
  drop()
  const timer = setInterval(drop, tidyEvery)
  started.defer(() => clearInterval(timer))
  await repairing
}

/** `queue` takes the reactor's jobs; `rebuildOne` rebuilds a read model until `signal` ends the shop. */
export type Repair = { queue: JobQueue; rebuildOne: Rebuilder; signal: AbortSignal }

/**
 * Rebuilds older read models and retries dead letters, which this release may be able to read. Failures leave the live
 * rows and are retried later.
 */
async function repairProjections({ store }: Core, ownerPool: pg.Pool, { queue, rebuildOne, signal }: Repair) {
  try {
    const { rebuilt, failed } = await rebuildOutdated(ownerPool, store, projections, rebuildOne)
    for (const { name: subscription, parked } of rebuilt)
      logWarning('projection rebuilt for its new version', { subscription, ...(parked > 0 && { parked }) })
    if (signal.aborted) return
    for (const { name: subscription, error } of failed)
      logError('projection not rebuilt for its new version', error, { subscription })
    for (const { name: subscription, ...retried } of await retryAllParked(ownerPool, store, subscriptionsOf(queue)))
      if ('error' in retried) logError('parked events', retried.error, { subscription })
      else if (retried.recovered.length > 0)
        logWarning('parked events taken back', { subscription, detail: retried.recovered.join(', ') })
  } catch (error) {
    if (!signal.aborted) logError('repairing projections', error)
  }
}

/**
 * Makes a serving process wait for a worker of its release to rebuild, since no other process would feed the rows.
 * Throws when the signal is aborted.
 */
export function rebuiltByWorkers(signal: AbortSignal): Rebuilder {
  const told = new Set<string>()
  return async ({ name: subscription }) => {
    if (!told.has(subscription)) logWarning('waits for a worker of this release to rebuild', { subscription })
    told.add(subscription)
    await sleep(lookEvery, undefined, { signal })
    return null
  }
}
