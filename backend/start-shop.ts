// One process of the shop: page, API, projections and jobs, in the order in which they start and stop. Several may serve one database.
import { resolve } from 'node:path'
import { Hono } from 'hono'
import type pg from 'pg'
import type { ResetRequest } from '#backend/commands/account/password-reset.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import type { Config } from '#backend/config/config.ts'
import { ConfigError } from '#backend/config/config-error.ts'
import { applicationUrl } from '#backend/db/application-login.ts'
import { createPool } from '#backend/db/database.ts'
import { newPassword, refuseKnownAccounts } from '#backend/demo/demo-accounts.ts'
import { seedDemo } from '#backend/demo/seed-demo.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { keepChain } from '#backend/eventstore/log/chain.ts'
import { forgetExpiredCommandIds } from '#backend/eventstore/log/command-ids.ts'
import { WrongMasterKey } from '#backend/eventstore/log/keyring.ts'
import { dropExpired, type Rebuilder, rebuildOutdated } from '#backend/eventstore/projections/open-projections.ts'
import type { PumpReport } from '#backend/eventstore/subscriptions/pump.ts'
import { retryParked } from '#backend/eventstore/subscriptions/retry-parked.ts'
import { mercadoPagoWallet } from '#backend/gateways/payment-wallet/mercadopago.ts'
import { accountOfToken } from '#backend/gateways/payment-wallet/wallet-credentials.ts'
import { type OpenIdSettings, openIdConnect } from '#backend/gateways/sign-in/openid-connect.ts'
import { createApi } from '#backend/http/api.ts'
import { type Listeners, openListeners } from '#backend/http/live/listeners.ts'
import { ResponseCache } from '#backend/http/middleware/response-cache.ts'
import { observeRequests } from '#backend/http/middleware/telemetry.ts'
import { pages } from '#backend/http/pages/pages.ts'
import { fileRoutes } from '#backend/http/routes/files.routes.ts'
import type { Stage } from '#backend/http/routes/health.routes.ts'
import { type Measured, metricsRoutes } from '#backend/http/routes/metrics.routes.ts'
import { type JobHandlers, JobQueue } from '#backend/jobs/queue.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { logError, logWarning, setLogLevel } from '#backend/telemetry/log.ts'
import { startMetrics } from '#backend/telemetry/metrics.ts'
import { currentScope } from '#backend/telemetry/request-context.ts'
import { childRebuilder } from './child-rebuilder.ts'
import { closeServer, drain, listen } from './http-server.ts'
import { type Core, forPages, openCore, openPump, purchaseServices, subscriptionsOf } from './shop.ts'
import { filesOf, jobsOf } from './shop-jobs.ts'
import { requestedMails } from './shop-mails.ts'
import { endingOf, endWork, operationRunner, operationsOf } from './shop-operations.ts'

// In milliseconds.
const tidyEvery = 3_600_000
const clockEvery = 60_000

/** Where the outside world is, real or fake. */
export type Surroundings = {
  databaseUrl: string
  paymentWallet: { accessToken: string; webhookSecret: string; apiBaseUrl?: string; publicKey: string }
  smtpUrl: string
  /** The provider that Google's button leads to. */
  signIn: OpenIdSettings
  /** Address of the provider's browser script; default: the real provider's. */
  walletScriptUrl?: string
  /** Told what takes long while the shop starts. */
  progress?: (line: string) => void
  /** How many times the usual rates a caller may ask, for benchmarks and tests; default: once. Attempts to sign in are not among them. */
  rateFactor?: number
  /** Default: the machine's clock. */
  now?: () => Date
  /** Of another release, for tests; default: this one's. */
  log?: ShopLog
}

export type RunningShop = {
  url: string
  core: Core
  services: PurchaseServices
  jobs: JobHandlers
  app: Hono
  stop(): Promise<void>
}

/** Starts the shop on a migrated database. It serves at once; resolves when the demo is seeded and projections and jobs run. */
export async function startShop(config: Config, surroundings: Surroundings): Promise<RunningShop> {
  setLogLevel(config.logLevel)
  await using started = new AsyncDisposableStack()
  await trace(config, started)
  const { databaseUrl, smtpUrl, now, log, progress } = surroundings
  const { dataKey, session: sessionSecret, superAdminKey, readUrls } = config.secrets
  const loginUrl = await applicationUrl(databaseUrl, dataKey)
  const settings = { readUrls, dataKey, sessionSecret, superAdminKey, now, log }
  const core = await openCore({ databaseUrl: loginUrl, ...settings })
  started.defer(() => core.close())
  await refuseForeign(core, config)
  const ownerPool = createPool(databaseUrl, { as: 'owner', max: 5, name: 'gamertech start', limits: false })
  started.defer(() => ownerPool.end())
  const services = purchaseServices(core, config, payeeOf(surroundings))
  const ending = endingOf(started)
  const operate = operationRunner({ databaseUrl, loginUrl, dataKey, sessionSecret }, ending.signal)
  const jobs = jobsOf(core, services, { config, smtpUrl, operate })
  const queue = new JobQueue(core.pools.jobs, (error) => logError('job queue', error))
  const rebuildOne = childRebuilder({ databaseUrl, loginUrl, dataKey }, { progress, signal: ending.signal })
  const pump = await openPump(core, ownerPool, queue, reportPump, rebuildOne)
  started.defer(() => endWork(ending, queue, pump))
  const kept = new ResponseCache(core.notifications)
  const live = await openListeners(core)
  const metrics = started.adopt(startMetrics({ ...core, kept, live }), (running) => running.stop())
  const life: { stage: Stage } = { stage: 'starting' }
  const served = { core, ownerPool, services, queue, kept, live, metrics, stage: () => life.stage }
  const app = buildApp(config, surroundings, served)
  const server = await listen(app, config)
  started.defer(() => closeServer(server, live))
  // What asks for a job is answered from now on, also while the demo is made.
  await queue.start()
  if (config.demo) await seedDemo(core, services, { passwordOf: (account) => newPassword(account, config), progress })
  pump.start()
  await queue.work(jobs)
  await tidy(core, ownerPool, started, { queue, rebuildOne, signal: ending.signal })
  life.stage = 'serving'
  started.defer(() => drain(life, server, config.drainSeconds))
  const running = started.move()
  return { url: config.publicUrl, core, services, jobs, app, stop: () => running.disposeAsync() }
}

async function trace({ tracing }: Config, started: AsyncDisposableStack): Promise<void> {
  if (!tracing) return
  const { startTracing } = await import('#backend/telemetry/tracing.ts')
  const { stop } = startTracing(tracing.endpoint)
  started.defer(stop)
}

/** Throws if the database is another shop's: sealed under another key, or with the demo's known accounts on a public address. */
async function refuseForeign(core: Core, { isPublic }: Config): Promise<void> {
  await core.keyring.check().catch((error: unknown) => {
    if (!(error instanceof WrongMasterKey)) throw error
    throw new ConfigError(
      'DATA_KEY',
      'no es la clave con la que se guardaron los datos personales de esta base de datos',
    )
  })
  if (isPublic) await refuseKnownAccounts(core.accounts)
}

const reportPump: PumpReport = ({ subscription, message, poisoned }) =>
  logWarning('projection', { subscription, detail: message, poisoned })

/** Sets the clock from time to time. */
function keepTime(core: Core, started: AsyncDisposableStack): void {
  const set = () => void core.setClock().catch((error: unknown) => logError('clock of the database', error))
  const timer = setInterval(set, clockEvery)
  started.defer(() => clearInterval(timer))
}

/** Keeps the clock set, removes what is kept no longer, and mends the projections, now and from time to time. */
async function tidy(core: Core, ownerPool: pg.Pool, started: AsyncDisposableStack, mending: Mending): Promise<void> {
  keepTime(core, started)
  started.defer(keepChain(core.pool, (error) => logError('chain of the log', error)))
  let mended: Promise<void> | undefined
  const drop = () => {
    core.sessions.sweep().catch((error: unknown) => logError('expired sessions', error))
    core.passwordResets.sweep().catch((error: unknown) => logError('expired reset links', error))
    core.rateLimits.sweep().catch((error: unknown) => logError('expired rate limits', error))
    dropExpired(ownerPool).catch((error: unknown) => logError('expired generations', error))
    forgetExpiredCommandIds(ownerPool).catch((error: unknown) => logError('expired command ids', error))
    mended ??= mend(core, ownerPool, mending).finally(() => {
      mended = undefined
    })
  }
  drop()
  const timer = setInterval(drop, tidyEvery)
  started.defer(() => clearInterval(timer))
  await mended
}

/** rebuildOne: how a read model is rebuilt, until the shop ends by the signal. */
type Mending = { queue: JobQueue; rebuildOne: Rebuilder; signal: AbortSignal }

/**
 * Rebuilds the read models that an older version wrote, and tries again what is parked, since this release may be the one that can read
 * it. What fails stays as it is, and shown: the shop serves, and it is tried again with the next tidying.
 */
async function mend({ store }: Core, ownerPool: pg.Pool, { queue, rebuildOne, signal }: Mending): Promise<void> {
  try {
    const { rebuilt, failed } = await rebuildOutdated(ownerPool, store, projections, rebuildOne)
    for (const { name: subscription, parked } of rebuilt)
      logWarning('projection rebuilt for its new version', { subscription, ...(parked > 0 && { parked }) })
    if (signal.aborted) return
    for (const { name: subscription, error } of failed)
      logError('projection not rebuilt for its new version', error, { subscription })
    for (const { name: subscription, ...retried } of await retryParked(ownerPool, store, subscriptionsOf(queue)))
      if ('error' in retried) logError('parked events', retried.error, { subscription })
      else if (retried.recovered.length > 0)
        logWarning('parked events taken back', { subscription, detail: retried.recovered.join(', ') })
  } catch (error) {
    if (!signal.aborted) logError('mending projections', error)
  }
}

/** The provider's adapter, and the account that its token belongs to. */
function payeeOf({ paymentWallet }: Surroundings): Pick<PurchaseServices, 'wallet' | 'seller'> {
  return { wallet: mercadoPagoWallet(paymentWallet), seller: accountOfToken(paymentWallet.accessToken) }
}

const providerScript = 'https://sdk.mercadopago.com/js/v2'

type Served = {
  core: Core
  services: PurchaseServices
  ownerPool: pg.Pool
  queue: JobQueue
  kept: ResponseCache
  live: Listeners
  metrics: Measured
  stage(): Stage
}

/** Everything that is served over HTTP. */
function buildApp(config: Config, surroundings: Surroundings, served: Served): Hono {
  const scriptUrl = surroundings.walletScriptUrl ?? providerScript
  const { core: opened, ownerPool, queue, metrics, ...parts } = served
  const core = forPages(opened)
  const scriptOrigin = new URL(scriptUrl).origin
  const files = filesOf(config)
  const api = createApi({
    ...core,
    ...parts,
    operations: operationsOf(core, ownerPool, queue),
    files,
    currency: config.currency,
    supportEmail: config.supportEmail,
    publicUrl: config.publicUrl,
    signInProvider: openIdConnect(surroundings.signIn),
    secureCookies: config.publicUrl.startsWith('https:'),
    browser: { publicKey: surroundings.paymentWallet.publicKey, scriptUrl },
    feedToken: config.secrets.feedToken,
    ...requestedMails(core, queue, config, surroundings.smtpUrl),
    rememberReset: (data) => rememberReset(core, queue, data),
    reachDatabase: async () => void (await core.pool.query('select 1')),
    requestLimits: {
      limits: core.rateLimits,
      trustedProxies: config.trustedProxies,
      factor: surroundings.rateFactor ?? 1,
    },
    report: (error, route) => logError('request failed', error, { route }),
  })
  return new Hono({ strict: false })
    .use(observeRequests)
    .route('/', metricsRoutes(metrics, { token: config.secrets.metricsToken, isPublic: config.isPublic }))
    .route('/', api)
    .route('/', fileRoutes({ files }))
    .route('/', pages({ ...core, ...config, ...parts, distDir: resolve('dist'), scriptOrigin }))
}

function rememberReset({ pool }: Core, queue: JobQueue, data: ResetRequest): Promise<void> {
  const origin = { correlation: currentScope()?.correlation ?? data.requestId }
  return queue.insert(pool, [{ name: 'request-password-reset', id: data.requestId, data, origin }])
}
