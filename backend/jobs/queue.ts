import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Job, PgBoss } from 'pg-boss'
import type { ResetRequest } from '#backend/commands/account/password-reset.ts'
import { prepared } from '#backend/db/statements/prepared.ts'
import type { RefundId } from '#backend/domain/payment/refund.ts'
import type { AccountMail } from '#backend/mails/account-mails.ts'
import type { OrderMail } from '#backend/mails/order-mails.ts'
import { logInfo } from '#backend/telemetry/log.ts'
import { runIn } from '#backend/telemetry/request-context.ts'
import { keepIfFailed } from './failed-jobs.ts'
import { jobRuns, type ObservedJob } from './telemetry.ts'

export type JobData = {
  'expire-order': { orderId: number }
  'learn-payment': { paymentId: string }
  'refund-payment': RefundId
  'close-checkout': { orderId: number }
  'reconcile-payments': Record<string, never>
  /** Reconciles all provider changes; the name is older, because a queue can't be renamed. */
  'reconcile-refunds': Record<string, never>
  'publish-log-head': Record<string, never>
  'send-receipt': { orderId: number }
  /** `position`, `at`: of the reported event, here and below. */
  'send-order-mail': {
    mail: OrderMail
    orderId: number
    position: number
    at?: string
    amountCents?: number
    refund?: RefundId
  }
  'send-account-mail': { mail: AccountMail; userId: number; position: number }
  'send-review-mail': { productId: number; userId: number; position: number }
  'send-bank-account-mails': { revision: number; actor: string; position: number }
  'request-password-reset': ResetRequest
  'forget-person': { userId: number }
  'end-transfers': { userId: number }
  'run-operation': { workId: string }
  'run-batch': { batchId: string }
}
export type JobName = keyof JobData
export type NewJob = { [N in JobName]: { name: N; data: JobData[N]; startAfter?: string } }[JobName]
/** The request or event that caused the job; the job's own events carry its correlation and causation. */
export type JobOrigin = { correlation: string; causation?: number; traceparent?: string }
export type JobHandlers = { [N in JobName]: (data: JobData[N], origin?: JobOrigin) => Promise<void> }

export const schedules = {
  'reconcile-payments': '* * * * *',
  'reconcile-refunds': '17 * * * *',
  'publish-log-head': '50 8 * * *',
} as const satisfies Partial<Record<JobName, string>>

/**
 * Workers send a heartbeat every `heartbeatRefreshSeconds`. After `heartbeatSeconds` of silence the next pass takes a
 * worker's jobs away, so a refund waits less than half a minute for another worker.
 */
const heartbeat = { heartbeatSeconds: 10 }
const heartbeatRefreshSeconds = 3
/** Both intervals of pg-boss: the timer's, and the minimum between passes of all processes. */
export const passes = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 }

/** About a week of retries, because refunds must survive a provider's outage. */
const patient = {
  ...heartbeat,
  retryLimit: 1000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 300,
}
/** About three days of retries, hourly in the end, like mail servers. */
const mailing = { ...patient, retryLimit: 80, retryDelayMax: 3600 }

const long = { ...patient, retryDelayMax: 10, expireInSeconds: 86_000 }

const queues: Readonly<Record<JobName, typeof patient>> = {
  'expire-order': patient,
  'learn-payment': patient,
  'refund-payment': patient,
  'close-checkout': patient,
  'reconcile-payments': patient,
  'reconcile-refunds': patient,
  'publish-log-head': patient,
  'send-receipt': mailing,
  'send-order-mail': mailing,
  'send-account-mail': mailing,
  'send-review-mail': mailing,
  'send-bank-account-mails': mailing,
  'request-password-reset': patient,
  'forget-person': patient,
  'end-transfers': patient,
  'run-operation': long,
  'run-batch': long,
}
export const names = Object.keys(queues) as readonly JobName[]

/** How often one question for all queues wakes the workers of those with a job due. */
const lookEveryMs = 250
const dueQueues = `select queue.name from unnest($1::text[]) as queue (name) where exists (
  select from job.job j where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after < now())`

/**
 * Fetches the next batch at once after a full one, else when woken or by itself. groupConcurrency: no job has a group,
 * but pg-boss then fetches jobs by id. Otherwise a session keeps the plan made while the table was small, and scans
 * all finished and future jobs.
 */
const workOptions = {
  pollingIntervalSeconds: 10,
  batchSize: 8,
  burstWhenBatchFull: true,
  groupConcurrency: 1,
  heartbeatRefreshSeconds,
} as const

/** Inserts jobs in the caller's transaction, such as a reactor's with its checkpoint; retries a failing job for days. */
export class JobQueue {
  readonly #boss: PgBoss
  readonly #pool: pg.Pool
  readonly #report: (error: unknown) => void
  readonly #stopping = new AbortController()

  /**
   * `pool`: the application's; `report` hears of the queue's own errors. `supervises` (default): reclaims abandoned
   * jobs every few seconds and deletes expired ones every minute.
   */
  constructor(pool: pg.Pool, report: (error: unknown) => void, { supervises = true } = {}) {
    this.#pool = pool
    this.#report = report
    this.#boss = new PgBoss({
      schema: 'job',
      migrate: false,
      supervise: supervises,
      schedule: supervises,
      ...passes,
      db: { executeSql: (text, values) => pool.query(prepared(text, values)) },
    })
    this.#boss.on('error', report)
  }

  async start(): Promise<void> {
    await this.#boss.start()
    const made = new Set((await this.#boss.getQueues()).map(({ name }) => name))
    for (const name of names)
      if (made.has(name)) await this.#boss.updateQueue(name, queues[name])
      else await this.#boss.createQueue(name, queues[name])
    for (const [name, cron] of Object.entries(schedules)) await this.#boss.schedule(name, cron)
  }

  /** Retries a throwing job with growing delays. */
  async work(handlers: JobHandlers): Promise<void> {
    const workers = new Map<string, string>()
    for (const name of names) {
      const handle = handlers[name] as (data: unknown, origin?: JobOrigin) => Promise<void>
      // One at a time: an operation is a process of its own, and a batch changes thousands of products.
      const batchSize = queues[name] === long ? 1 : workOptions.batchSize
      const worker = await this.#boss.work(name, { ...workOptions, batchSize }, async (jobs) => {
        let left = jobs.length
        await Promise.all(
          jobs.map(async (job) => {
            const failure = await this.#attempt(name, job, handle)
            left -= 1
            if (failure) await this.#fail(name, job, failure)
            // Completes each job when it ends, without waiting for its batch; pg-boss completes the last one.
            else if (left > 0) await this.#boss.complete(name, job)
          }),
        )
      })
      workers.set(name, worker)
    }
    void this.#wake(workers, this.#stopping.signal)
  }

  async #wake(workers: ReadonlyMap<string, string>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const { rows } = await this.#pool.query<{ name: string }>(dueQueues, [[...workers.keys()]])
        for (const { name } of rows) this.#boss.notifyWorker(workers.get(name) ?? '')
      } catch (error) {
        if (!signal.aborted) this.#report(error)
      }
      await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Keeps a job without further tries until somebody decides. */
  async #fail(name: JobName, job: Job<unknown>, failure: { message: string }): Promise<void> {
    await this.#boss.fail(name, job, failure)
    await keepIfFailed(this.#pool, name, job.id)
  }

  #attempt(
    job: JobName,
    { data }: Pick<Job<unknown>, 'data'>,
    handle: (data: unknown, origin?: JobOrigin) => Promise<void>,
  ): Promise<{ message: string } | undefined> {
    const origin = originOf(data)
    const observed: ObservedJob = { startedAt: performance.now(), job, traceparent: origin?.traceparent }
    return runIn({ correlation: origin?.correlation ?? randomUUID() }, async () => {
      try {
        await jobRuns.tracePromise(() => handle(data, origin), observed)
        return undefined
      } catch (error) {
        this.#report(error)
        return { message: error instanceof Error ? error.message : String(error) }
      } finally {
        const outcome = observed.error === undefined ? 'done' : 'failed'
        logInfo('job', { job, outcome, ms: Math.round(performance.now() - observed.startedAt) })
      }
    })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#boss.stop({ graceful: true, timeout: 10_000 })
  }

  /** Enqueues jobs; on a client in a transaction they exist only if it commits. */
  async insert(
    client: Pick<pg.ClientBase, 'query'>,
    jobs: readonly (NewJob & { id: string; origin: JobOrigin })[],
  ): Promise<void> {
    const db = { executeSql: (text: string, values?: unknown[]) => client.query(prepared(text, values)) }
    for (const name of names) {
      const own = jobs.filter((job) => job.name === name)
      if (own.length === 0) continue
      await this.#boss.insert(
        name,
        own.map(({ id, data, origin, startAfter }) => ({
          id,
          data: { ...data, origin },
          ...(startAfter !== undefined && { startAfter }),
        })),
        { db },
      )
    }
  }
}

/** Absent for scheduled jobs and old ones. */
function originOf(data: unknown): JobOrigin | undefined {
  return (data as { origin?: JobOrigin } | null)?.origin
}
