// Starts and stops the parts of one process in order: pages and API, projections and jobs, or both.
import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type pg from 'pg'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { startSelling } from '#backend/commands/seller/change-seller.ts'
import type { Config } from '#backend/config/config.ts'
import { ConfigError } from '#backend/config/config-error.ts'
import { applicationUrl } from '#backend/db/application-login.ts'
import { createPool } from '#backend/db/database.ts'
import { despiteBreaks } from '#backend/db/despite-breaks.ts'
import { newPassword, refuseKnownAccounts, type Trusted } from '#backend/demo/demo-accounts.ts'
import { seedDemo } from '#backend/demo/seed-demo.ts'
import type { DemoPayment } from '#backend/demo/seed-orders.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { WrongMasterKey } from '#backend/eventstore/log/keyring.ts'
import { rebuildOutdated } from '#backend/eventstore/projections/open-projections.ts'
import type { PumpReport } from '#backend/eventstore/subscriptions/feeding.ts'
import type { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import { mercadoPagoWallet } from '#backend/gateways/payment-wallet/mercadopago.ts'
import { accountOfToken } from '#backend/gateways/payment-wallet/wallet-credentials.ts'
import type { OpenIdSettings } from '#backend/gateways/sign-in/openid-connect.ts'
import { AdmissionControl } from '#backend/http/admission/admission-control.ts'
import { openListeners } from '#backend/http/live/listeners.ts'
import { cookieName } from '#backend/http/middleware/cookies.ts'
import { ResponseCache } from '#backend/http/middleware/response-cache.ts'
import { securityHeaders } from '#backend/http/middleware/security-headers.ts'
import { readTemplate } from '#backend/http/pages/page-template.ts'
import type { Stage } from '#backend/http/routes/health.routes.ts'
import { type JobHandlers, JobQueue } from '#backend/jobs/queue.ts'
import { reportProcess } from '#backend/operations/process-report.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { logError, logWarning, setLogLevel } from '#backend/telemetry/log.ts'
import { startMetrics } from '#backend/telemetry/metrics.ts'
import { closeServer, drain, listen } from './http-server.ts'
import { childRebuilder, longWorker } from './long-work.ts'
import { type Core, holdCatalogue, openCore, openPump, purchaseServices } from './shop.ts'
import { buildApp, distDir, openRenderedPages, type Served, workerApp } from './shop-app.ts'
import { jobsOf, openJobMailer } from './shop-jobs.ts'
import { keepTime, type Repair, rebuiltByWorkers, tidy } from './shop-upkeep.ts'

export type StartContext = {
  databaseUrl: string
  paymentWallet: { accessToken: string; webhookSecret: string; apiBaseUrl?: string; publicKey: string }
  smtpUrl: string
  signIn: OpenIdSettings
  walletScriptUrl?: string
  /** Receives the demo's payments, so that they can be refunded. */
  takeDemoPayments?: (payments: readonly DemoPayment[]) => Promise<void>
  progress?: (line: string) => void
  /** Multiplies the rate limits for benchmarks and tests, except for sign-ins. Default: 1. */
  rateFactor?: number
  now?: () => Date
  log?: ShopLog
  /** Ends the process, even during the start. */
  signal?: AbortSignal
}

export type RunningShop = {
  url: string
  core: Core
  services: PurchaseServices
  jobs: JobHandlers
  app: Hono
  stop(): Promise<void>
}

/**
 * Starts the shop on a migrated database and serves at once. Resolves when the demo is seeded and shown, the read models
 * show this code's columns and, except in a serving process, projections and jobs run.
 */
export async function startShop(config: Config, context: StartContext): Promise<RunningShop> {
  setLogLevel(config.logLevel)
  await using started = new AsyncDisposableStack()
  await trace(config, started)
  const { databaseUrl, smtpUrl, now, log, progress } = context
  const { dataKey, session: sessionSecret, superAdminKey, readUrls } = config.secrets
  const loginUrl = await despiteBreaks(() => applicationUrl(databaseUrl, dataKey), context.signal)
  const settings = { databaseUrl: loginUrl, readUrls, dataKey, sessionSecret, superAdminKey, now, log }
  const core = await despiteBreaks(() => openCore(settings), context.signal)
  started.defer(() => core.close())
  await refuseForeign(core, config)
  const ownerPool = createPool(databaseUrl, { as: 'owner', max: 5, name: 'gamertech start', limits: false })
  started.defer(() => ownerPool.end())
  const services = purchaseServices(core, config, payeeOf(context, core))
  const ending = started.adopt(new AbortController(), (controller) => controller.abort())
  const signal = AbortSignal.any([ending.signal, context.signal ?? ending.signal])
  const runLong = longWorker({ databaseUrl, loginUrl, dataKey }, signal)
  const operate = async (operation: string) => void (await runLong({ operation }))
  const mailer = openJobMailer(config, smtpUrl, started)
  const jobs = jobsOf(core, services, { config, mailer, operate, signal })
  const works = config.role !== 'web'
  const queue = new JobQueue(core.pools.jobs, (error) => logError('job queue', error), { supervises: works })
  const rebuildOne = works
    ? childRebuilder({ databaseUrl, loginUrl, dataKey }, { progress, signal })
    : rebuiltByWorkers(signal)
  const pump = await openPump(core, ownerPool, queue, reportPump, rebuildOne)
  started.defer(() => endWork(ending, queue, pump))
  const { app, serve } = await openServer(config, context, { core, ownerPool, services, queue }, started)
  // Jobs are accepted from here on, even while the demo is seeded.
  await queue.start()
  const isNew = await open(core, services, config, context)
  keepTime(core, started)
  started.defer(tellOf(core, config, works ? pump : undefined))
  if (works) await takeUpWork(core, ownerPool, started, { pump, jobs, queue, rebuildOne, signal })
  else await rebuildOutdated(ownerPool, core.store, projections, rebuildOne)
  await serve(isNew)
  const running = started.move()
  return { url: config.publicUrl, core, services, jobs, app, stop: () => running.disposeAsync() }
}

/** The demo, and the first seller of the environment. Returns whether the demo is new. */
async function open(core: Core, services: PurchaseServices, config: Config, context: StartContext): Promise<boolean> {
  const { progress, takeDemoPayments: takePayments } = context
  const passwordOf = (account: Trusted) => newPassword(account, config)
  const isNew = config.demo && (await seedDemo(core, services, { passwordOf, progress, takePayments }))
  const asOperator = { actor: 'operator', correlation: randomUUID() } as const
  if (config.firstSeller) await startSelling(core.store, asOperator, config.firstSeller)
  return isNew
}

/** The longest that a start waits for the rows of a new demo. */
const longestCatchUpMs = 15_000

/** Listens and answers by the process's role; `serve` declares the start complete, once the catalogue is in memory. */
async function openServer(
  config: Config,
  context: StartContext,
  parts: Pick<Served, 'core' | 'ownerPool' | 'services' | 'queue'>,
  started: AsyncDisposableStack,
) {
  const catalogue = started.adopt(holdCatalogue(parts.core), (held) => held.stop())
  const cache = new ResponseCache({ ...parts.core, catalogue })
  const live = openListeners({ ...parts.core, catalogue })
  const rendered = openRenderedPages()
  const headers = securityHeaders(config.publicUrl)
  const sessionCookie = cookieName('sid', config.publicUrl.startsWith('https:'))
  const factor = context.rateFactor ?? 1
  const admission = new AdmissionControl({ trustedProxies: config.trustedProxies, factor, sessionCookie, headers })
  const measured = { ...parts.core, cache, catalogue, live, rendered, admission, dataDir: config.dataDir }
  const metrics = started.adopt(startMetrics(measured), (running) => running.stop())
  const life: { stage: Stage } = { stage: 'starting' }
  const served = { ...parts, catalogue, cache, live, rendered, admission, metrics, stage: () => life.stage }
  const { app, kept } = config.role === 'worker' ? workerApp(config, served) : buildApp(config, context, served)
  const loaded = config.role === 'worker' ? undefined : catalogue.start()
  const server = await listen(app, admission, { ...config, headers, ...(kept && { kept }) })
  started.defer(() => closeServer(server, live))
  const serve = async (isNew: boolean) => {
    await loaded
    if (isNew && loaded) await catalogue.shows(await parts.core.store.head(), longestCatchUpMs)
    life.stage = 'serving'
    started.defer(() => drain(life, server, config.drainSeconds))
  }
  return { app, serve }
}

type Work = Repair & { pump: Pump; jobs: JobHandlers }

async function takeUpWork(
  core: Core,
  ownerPool: pg.Pool,
  started: AsyncDisposableStack,
  { pump, jobs, ...repair }: Work,
): Promise<void> {
  pump.start()
  await repair.queue.work(jobs)
  await tidy(core, ownerPool, started, repair)
}

/** Ends children first, since the queue waits for them, and the pump whatever happens to the queue. */
async function endWork(ending: AbortController, queue: JobQueue, pump: Pump): Promise<void> {
  ending.abort()
  await Promise.allSettled([queue.stop(), pump.stop()])
}

function tellOf({ pools }: Core, { role }: Config, pump: Pump | undefined): () => Promise<void> {
  const release = readTemplate(distDir).version
  const onError = (error: unknown) => logError('report of this process', error)
  return reportProcess(pools.jobs, { role, release, pools, pumpPid: () => pump?.connectionPid ?? null, onError })
}

async function trace({ tracing }: Config, started: AsyncDisposableStack): Promise<void> {
  if (!tracing) return
  const { startTracing } = await import('#backend/telemetry/tracing.ts')
  const { stop } = startTracing(tracing.endpoint)
  started.defer(stop)
}

/** Throws for another shop's database: another key, or the demo's known accounts on a public address. */
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

function payeeOf({ paymentWallet }: StartContext, { now }: Core) {
  return { wallet: mercadoPagoWallet({ ...paymentWallet, now }), seller: accountOfToken(paymentWallet.accessToken) }
}
