import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { Hono } from 'hono'
import type pg from 'pg'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import type { Config } from '#backend/config/config.ts'
import type { ContactMessage } from '#backend/domain/mail/contact.limits.ts'
import { smtpMailer } from '#backend/gateways/mailer/mailer.ts'
import { openIdConnect } from '#backend/gateways/sign-in/openid-connect.ts'
import type { AdmissionControl } from '#backend/http/admission/admission-control.ts'
import { createApi } from '#backend/http/api.ts'
import { compress } from '#backend/http/compress.ts'
import { type AnswerKept, answerFromMemory } from '#backend/http/from-memory.ts'
import type { Listeners } from '#backend/http/live/listeners.ts'
import type { ResponseCache } from '#backend/http/middleware/response-cache.ts'
import { securityHeaders } from '#backend/http/middleware/security-headers.ts'
import { observeRequests } from '#backend/http/middleware/telemetry.ts'
import { loadRenderer } from '#backend/http/pages/page-renderer.ts'
import { pages } from '#backend/http/pages/pages.ts'
import { RenderedPages } from '#backend/http/pages/rendered-pages.ts'
import { healthRoutes, type Stage } from '#backend/http/routes/health.routes.ts'
import { type Measured, metricsRoutes } from '#backend/http/routes/metrics.routes.ts'
import { pictureFiles } from '#backend/http/routes/pictures.routes.ts'
import { InstalmentAnswers } from '#backend/http/routes/product/instalment-answers.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { contactMail } from '#backend/mails/contact-mail.ts'
import { openOperations } from '#backend/operations/operations.ts'
import { jobReactor } from '#backend/policies/job-reactor.ts'
import type { LiveCatalogue } from '#backend/readmodels/catalogue/in-memory/live-catalogue.ts'
import { logError, logWarning } from '#backend/telemetry/log.ts'
import { currentScope } from '#backend/telemetry/request-context.ts'
import { type Core, forPages } from './shop.ts'
import { batchesOf } from './shop-batches.ts'
import { filesOf, senderOf } from './shop-jobs.ts'
import type { StartContext } from './start-shop.ts'

export const distDir = resolve('dist')
const providerScript = 'https://sdk.mercadopago.com/js/v2'

export type Served = {
  core: Core
  services: PurchaseServices
  ownerPool: pg.Pool
  queue: JobQueue
  cache: ResponseCache
  catalogue: LiveCatalogue
  live: Listeners
  rendered: RenderedPages
  admission: AdmissionControl
  metrics: Measured
  stage(): Stage
}

const reachDatabase = async ({ pool }: Core) => void (await pool.query('select 1'))

type BuiltApp = { app: Hono; kept?: AnswerKept }

export function workerApp(config: Config, { core, metrics, stage }: Served): BuiltApp {
  const app = new Hono({ strict: false })
    .use(observeRequests)
    .route('/', measuredBy(metrics, config))
    .route('/api', healthRoutes({ stage, reachDatabase: () => reachDatabase(core) }))
  return { app }
}

function measuredBy(metrics: Measured, { secrets, isPublic }: Config): Hono {
  return metricsRoutes(metrics, { token: secrets.metricsToken, isPublic })
}

export function openRenderedPages(): RenderedPages {
  return new RenderedPages(loadRenderer(distDir), (error, page) => logError('page not rendered', error, { page }))
}

const report = (error: unknown, route: string) => logError('request failed', error, { route })

export function buildApp(config: Config, context: StartContext, served: Served): BuiltApp {
  const scriptUrl = context.walletScriptUrl ?? providerScript
  const { core: opened, ownerPool, queue, metrics, admission, ...parts } = served
  const core = forPages(opened)
  const scriptOrigin = new URL(scriptUrl).origin
  const files = filesOf(config, core)
  const api = createApi({
    ...core,
    ...config,
    ...parts,
    operations: operationsOf(core, ownerPool, queue),
    ...{ batches: batchesOf(opened, config, queue), instalments: instalmentsOf(parts.services, core) },
    files,
    signInProvider: openIdConnect(context.signIn, core.now),
    secureCookies: config.publicUrl.startsWith('https:'),
    browser: { publicKey: context.paymentWallet.publicKey, scriptUrl },
    feedToken: config.secrets.feedToken,
    ...requestedMails(core, queue, config, context.smtpUrl),
    rememberReset: (data) => {
      const origin = { correlation: currentScope()?.correlation ?? data.requestId }
      return queue.insert(core.pool, [{ name: 'request-password-reset', id: data.requestId, data, origin }])
    },
    reachDatabase: () => reachDatabase(core),
    requestLimits: {
      limits: core.rateLimits,
      refusals: admission.refusals,
      trustedProxies: config.trustedProxies,
      factor: context.rateFactor ?? 1,
    },
    report,
  })
  const site = pages({ ...core, ...config, ...parts, distDir, scriptOrigin, ask: async (path) => api.request(path) })
  const app = new Hono({ strict: false })
    .use(observeRequests, compress())
    .route('/', measuredBy(metrics, config))
    .route('/', api)
    .route('/', pictureFiles({ files, report }))
    .route('/', site.app)
  return { app, kept: answerFromMemory({ call: parts.cache.kept, page: site.find }, securityHeaders(config.publicUrl)) }
}

function instalmentsOf({ wallet }: PurchaseServices, { now }: Core): InstalmentAnswers {
  const warn = (error: unknown) => logWarning('no instalments', { failure: String(error) })
  return new InstalmentAnswers({ wallet, now, report: warn })
}

function operationsOf({ store, pool, pools, replicas }: Core, ownerPool: pg.Pool, queue: JobQueue) {
  return openOperations({
    ...{ store, pool, reads: pools.reads, replicas, ownerPool },
    reactor: jobReactor(queue),
    enqueue: (workId, correlation) =>
      queue.insert(pool, [{ name: 'run-operation', id: workId, data: { workId }, origin: { correlation } }]),
  })
}

function requestedMails({ pool, store }: Core, queue: JobQueue, config: Config, smtpUrl: string) {
  const mailer = smtpMailer({ smtpUrl, from: config.mailFrom })
  const sender = senderOf({ store }, config)
  return {
    async sendWelcome(userId: number): Promise<void> {
      const [id, position] = [randomUUID(), await store.head()]
      const origin = { correlation: currentScope()?.correlation ?? id }
      const data = { mail: 'welcome' as const, userId, position }
      await queue.insert(pool, [{ name: 'send-account-mail', id, data, origin }])
    },
    // Sends at once instead of by a job, so that no table holds the message and its sender.
    sendContact: async (message: ContactMessage) => mailer.send(contactMail(message, await sender())),
  }
}
