// One process of the shop: page, API, projections and jobs. Several of them may serve one database.
import { resolve } from 'node:path'
import { type Http2Bindings, type HttpBindings, type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import type pg from 'pg'
import { forgetPerson } from '#backend/commands/erase-person.ts'
import type { Checkout } from '#backend/commands/purchase-services.ts'
import type { Config } from '#backend/config/config.ts'
import { ConfigError } from '#backend/config/config-error.ts'
import { createPool } from '#backend/db/database.ts'
import { newAdminPassword, refuseKnownAdmin } from '#backend/demo/demo-admin.ts'
import { seedDemo } from '#backend/demo/seed-demo.ts'
import { forgetOldCommands } from '#backend/eventstore/log/command-ids.ts'
import { WrongMasterKey } from '#backend/eventstore/log/keyring.ts'
import { dropExpired, openProjections, rebuildOutdated } from '#backend/eventstore/projections/open-projections.ts'
import { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import { type Reactor, registerReactors, type Subscription } from '#backend/eventstore/subscriptions/subscription.ts'
import { type Mailer, smtpMailer } from '#backend/gateways/mailer/mailer.ts'
import { mercadoPagoWallet } from '#backend/gateways/payment-wallet/mercadopago.ts'
import { accountOfToken } from '#backend/gateways/payment-wallet/wallet-credentials.ts'
import { createApi } from '#backend/http/api.ts'
import { pages } from '#backend/http/middleware/pages.ts'
import { KeptAnswers } from '#backend/http/middleware/response-cache.ts'
import { observeRequests } from '#backend/http/middleware/telemetry.ts'
import { type Measured, metricsRoutes } from '#backend/http/routes/metrics.routes.ts'
import { jobHandlers } from '#backend/jobs/handlers.ts'
import { JobQueue } from '#backend/jobs/queue.ts'
import { jobReactor } from '#backend/policies/job-reactor.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { logError, logWarning, setLogLevel } from '#backend/telemetry/log.ts'
import { startMetrics } from '#backend/telemetry/metrics.ts'
import { type Core, openCore } from './wiring.ts'

export type ShopParts = {
  databaseUrl: string
  paymentWallet: { accessToken: string; webhookSecret: string; apiBaseUrl?: string; publicKey: string }
  smtpUrl: string
  /** Address of the provider's browser script; default: the real provider's. */
  walletScriptUrl?: string
  /** Default: the machine's clock. */
  now?: () => Date
}

/** In milliseconds. */
const tidyEvery = 3_600_000

const providerScript = 'https://sdk.mercadopago.com/js/v2'

/** Starts the shop on a migrated database. It serves at once; resolves when the demo is seeded and projections and jobs run. */
export async function startShop(
  config: Config,
  parts: ShopParts,
): Promise<{ url: string; core: Core; checkout: Checkout; stop(): Promise<void> }> {
  setLogLevel(config.logLevel)
  await using started = new AsyncDisposableStack()
  if (config.tracing) {
    const { startTracing } = await import('#backend/telemetry/tracing.ts')
    const tracing = startTracing(config.tracing.endpoint)
    started.defer(() => tracing.stop())
  }
  const core = await openCore({
    databaseUrl: parts.databaseUrl,
    dataKey: config.secrets.dataKey,
    sessionSecret: config.secrets.session,
    ...(parts.now && { now: parts.now }),
  })
  started.defer(() => core.close())
  await core.keyring.check().catch((error: unknown) => {
    if (!(error instanceof WrongMasterKey)) throw error
    throw new ConfigError(
      'DATA_KEY',
      'no es la clave con la que se guardaron los datos personales de esta base de datos',
    )
  })
  if (config.isPublic) await refuseKnownAdmin(core.accounts)
  const checkout: Checkout = {
    store: core.store,
    wallet: mercadoPagoWallet(parts.paymentWallet),
    seller: accountOfToken(parts.paymentWallet.accessToken),
    now: core.now,
    currency: config.currency,
    holdMinutes: config.holdMinutes,
    publicUrl: config.publicUrl,
  }
  const ownerPool = createPool(parts.databaseUrl, { as: 'owner', max: 2, name: 'gamertech start', limits: false })
  started.defer(() => ownerPool.end())
  await openProjections(ownerPool, core.store, projections)
  const queue = new JobQueue(core.pool, (error) => logError('job queue', error))
  const reactors = [jobReactor(queue)]
  await registerReactors(core.pool, core.store, reactors)
  let background: { stop(): Promise<void> } | undefined
  started.defer(() => background?.stop())
  let isStarted = false
  const kept = new KeptAnswers(core.signals)
  const metrics = startMetrics({ ...core, kept })
  started.defer(() => metrics.stop())
  const server = await listen(
    buildApp(config, parts, { core, checkout, kept, metrics, isStarted: () => isStarted }),
    config.host,
    config.port,
  )
  started.defer(() => closeServer(server))
  if (config.demo) await seedDemo(core, checkout, () => newAdminPassword(config))
  const mailer = smtpMailer({ smtpUrl: parts.smtpUrl, from: config.mailFrom })
  background = await startBackground(core, { queue, reactors, checkout, mailer })
  const tidying = tidyHourly(core, ownerPool)
  started.defer(() => clearInterval(tidying))
  const rebuilt = await rebuildOutdated(ownerPool, core.store, projections)
  if (rebuilt.length > 0) logWarning('projections rebuilt for their new version', { detail: rebuilt.join(', ') })
  isStarted = true
  const running = started.move()
  return { url: config.publicUrl, core, checkout, stop: () => running.disposeAsync() }
}

/** Removes the generations, command ids, sessions and login limits that are kept no longer, now and from time to time. */
function tidyHourly({ sessions, loginLimits }: Core, pool: pg.Pool): NodeJS.Timeout {
  const tidy = () => {
    sessions.sweep().catch((error: unknown) => logError('expired sessions', error))
    loginLimits.sweep().catch((error: unknown) => logError('expired login limits', error))
    dropExpired(pool).catch((error: unknown) => logError('generations of before', error))
    forgetOldCommands(pool).catch((error: unknown) => logError('commands of before', error))
  }
  tidy()
  return setInterval(tidy, tidyEvery)
}

/** Projections and jobs. */
async function startBackground(
  core: Core,
  parts: { queue: JobQueue; reactors: readonly Reactor[]; checkout: Checkout; mailer: Mailer },
) {
  const { queue, reactors, checkout, mailer } = parts
  const subscriptions: Subscription[] = [
    ...projections.map((projection) => ({ kind: 'projection' as const, projection })),
    ...reactors.map((reactor) => ({ kind: 'reactor' as const, reactor })),
  ]
  await queue.start()
  const pump = new Pump({
    databaseUrl: core.databaseUrl,
    store: core.store,
    subscriptions,
    signals: core.signals,
    report: ({ subscription, message, poisoned }) =>
      logWarning('projection', { subscription, detail: message, poisoned }),
  })
  pump.start()
  const forget = (userId: number) => forgetPerson(core, userId)
  await queue.work(jobHandlers({ checkout, db: core.db, forget, mailer, report: (error) => logError('job', error) }))
  return {
    async stop() {
      // Whatever the queue meets while it ends, the pump ends too.
      await Promise.allSettled([queue.stop(), pump.stop()])
    },
  }
}

/** Everything that answers over HTTP. */
export function buildApp(
  config: Config,
  parts: ShopParts,
  running: { core: Core; checkout: Checkout; kept: KeptAnswers; metrics: Measured; isStarted(): boolean },
) {
  const { core, checkout, kept, metrics, isStarted } = running
  const scriptUrl = parts.walletScriptUrl ?? providerScript
  const api = createApi({
    db: core.db,
    store: core.store,
    positions: core.positions,
    kept,
    accounts: core.accounts,
    sessions: core.sessions,
    loginLimits: core.loginLimits,
    checkout,
    currency: config.currency,
    supportEmail: config.supportEmail,
    publicUrl: config.publicUrl,
    secureCookies: config.publicUrl.startsWith('https:'),
    browser: { publicKey: parts.paymentWallet.publicKey, scriptUrl },
    projections,
    readiness: async () => {
      if (!isStarted()) return null
      const [head, positions] = await Promise.all([
        core.store.head(),
        core.db
          .selectFrom('es.subscriptions')
          .select(['name', 'pos'])
          .where('state', '=', 'live')
          .where('paused', '=', false)
          .execute(),
      ])
      return { head, positions }
    },
    report: (error, route) => logError('request failed', error, { route }),
  })
  return new Hono({ strict: false })
    .use(observeRequests)
    .route('/', metricsRoutes(metrics, { token: config.secrets.metricsToken, isPublic: config.isPublic }))
    .route('/', api)
    .route('/', pages(resolve('dist'), new URL(scriptUrl).origin))
}

function listen(app: Hono, hostname: string, port: number): Promise<ServerType> {
  return new Promise((done, fail) => {
    const fetch = (request: Request, env: HttpBindings | Http2Bindings) => {
      // Set on the socket's answer: an app header would cost every answer its quick way out.
      env.outgoing.setHeader('X-Content-Type-Options', 'nosniff')
      return app.fetch(request, env)
    }
    const server = serve({ fetch, hostname, port }, () => {
      server.off('error', fail)
      done(server)
    })
    server.once('error', fail)
  })
}

/** Lets requests under way end, for at most a few seconds. */
function closeServer(server: ServerType): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    if ('closeIdleConnections' in server) {
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), 3000).unref()
    }
  })
}
