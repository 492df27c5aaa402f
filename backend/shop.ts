// The composition root: builds the parts of servers, commands, benchmarks and tests.
import type pg from 'pg'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { withLoginOf } from '#backend/db/application-login.ts'
import { callerWaitMs, createPool, patientLimits } from '#backend/db/database.ts'
import { type DatabaseClock, openDatabaseClock } from '#backend/db/database-clock.ts'
import { Replicas } from '#backend/db/replicas/replicas.ts'
import { maxUnpaidHolds } from '#backend/domain/order/unpaid-holds.ts'
import { type ShopLog, shopLog } from '#backend/domain/shop-log.ts'
import type { Notifications } from '#backend/eventstore/log/notifications.ts'
import { openEventStore } from '#backend/eventstore/open-event-store.ts'
import { openProjections, type Rebuilder } from '#backend/eventstore/projections/open-projections.ts'
import type { PumpReport } from '#backend/eventstore/subscriptions/feeding.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import { registerReactors, type Subscription } from '#backend/eventstore/subscriptions/subscription.ts'
import { openIdentity } from '#backend/identity/identity.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { jobReactor } from '#backend/policies/job-reactor.ts'
import { LiveCatalogue } from '#backend/readmodels/catalogue/in-memory/live-catalogue.ts'
import { openDatabase } from '#backend/readmodels/database.ts'
import { projections, type ReadModelName } from '#backend/readmodels/projections.ts'
import { ReadServers } from '#backend/readmodels/read-servers.ts'
import { logError } from '#backend/telemetry/log.ts'

export type CoreSettings = {
  databaseUrl: string
  readUrls?: readonly string[] | undefined
  dataKey: Buffer
  sessionSecret: string
  superAdminKey?: string | undefined
  /** Set by tests; default: the database's clock. */
  now?: (() => Date) | undefined
  log?: ShopLog | undefined
  /** Removes time limits for operators' long work; other callers may come back. */
  isPatient?: boolean | undefined
}

export type Core = Awaited<ReturnType<typeof openCore>>

/** A cut-over holds a read model's lock for less, and longer waits are pointless. */
const readLimits = { lockMs: 100, statementMs: 3000, waitMs: callerWaitMs }
/** Allows a long wait for a connection: no caller waits for jobs, and failures are retried. */
const jobLimits = { lockMs: 2000, statementMs: 30_000 }

/**
 * Opens the store, the read side and identity on one database. Three pools, so that none starves another: commands and
 * sessions (`pool`), read models (behind `db`), and background work.
 */
export async function openCore(settings: CoreSettings) {
  const { databaseUrl, dataKey: masterKey, isPatient } = settings
  const opened = await openEventStore({ databaseUrl, log: settings.log ?? shopLog, masterKey, isPatient })
  const limits = isPatient ? { reads: patientLimits, jobs: patientLimits } : { reads: readLimits, jobs: jobLimits }
  const positions: Positions<ReadModelName> = opened.positions
  const reads = opened.watch(createPool(databaseUrl, { name: 'gamertech reads', limits: limits.reads }))
  const jobs = opened.watch(createPool(databaseUrl, { max: 4, name: 'gamertech jobs', limits: limits.jobs }))
  const replicas = openReplicas(settings, opened.notifications)
  const close = async () => {
    await Promise.all([reads.end(), jobs.end(), replicas.stop()])
    await opened.close()
  }
  const clock = await openClock(settings, opened.pool).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const { now } = clock
  const readServers = new ReadServers(reads, positions, replicas)
  return {
    ...opened,
    close,
    positions,
    now,
    setClock: () => clock.set(),
    pools: { writes: opened.pool, reads, jobs },
    replicas,
    readServers,
    db: openDatabase(reads, positions),
    ...openIdentity(opened, settings, now),
  }
}

/** Pages may read from replicas; decisions read from the primary. */
export function forPages(core: Core) {
  return { ...core, db: openDatabase(core.readServers, core.positions), decidingDb: core.db }
}

export function holdCatalogue(core: Core): LiveCatalogue {
  const report = (error: unknown) => logError('catalogue in memory', error)
  return new LiveCatalogue({ ...forPages(core), report })
}

/** Doubts replicas after notifications without a position, and after lost ones. */
function openReplicas({ databaseUrl, readUrls = [] }: CoreSettings, notifications: Notifications): Replicas {
  const urls = readUrls.map((url) => withLoginOf(databaseUrl, url))
  const replicas = new Replicas(databaseUrl, urls)
  const doubt = () => replicas.doubt()
  notifications.on('rewritten', doubt)
  notifications.on('generations', doubt)
  notifications.on('interrupted', () => {
    if (notifications.connected) doubt()
  })
  replicas.start()
  return replicas
}

function openClock({ now }: CoreSettings, pool: pg.Pool): Promise<DatabaseClock> {
  return now ? Promise.resolve({ now, set: async () => undefined }) : openDatabaseClock(pool)
}

export function purchaseServices(
  { store, now, newcomerHolds }: Pick<Core, 'store' | 'now' | 'newcomerHolds'>,
  terms: Pick<PurchaseServices, 'currency' | 'holdMinutes' | 'maxUnits' | 'newcomers' | 'publicUrl'>,
  payee: Pick<PurchaseServices, 'wallet' | 'seller'>,
): PurchaseServices {
  const { currency, holdMinutes, maxUnits, newcomers, publicUrl } = terms
  const limits = { maxUnits, maxUnpaidHolds, newcomers, newcomerHolds }
  return { store, now, currency, holdMinutes, publicUrl, ...limits, ...payee }
}

/**
 * Prepares read models and reactor, and returns their pump. `ownerPool` has the owner's rights; `rebuildOne` builds
 * read models that lack columns of this code.
 */
export async function openPump(
  core: Core,
  ownerPool: pg.Pool,
  queue: JobQueue,
  report: PumpReport,
  rebuildOne?: Rebuilder,
): Promise<Pump> {
  const { databaseUrl, pool, store, notifications, replicas } = core
  const hasReplicas = replicas.all.length > 0
  for (const { name, error } of await openProjections(ownerPool, store, projections, rebuildOne))
    report({ subscription: name, message: `not built: ${error instanceof Error ? error.message : String(error)}` })
  await registerReactors(pool, store, [jobReactor(queue)])
  return new Pump({ databaseUrl, store, subscriptions: subscriptionsOf(queue), notifications, report, hasReplicas })
}

export function subscriptionsOf(queue: JobQueue): Subscription[] {
  return [...projections, jobReactor(queue)]
}
