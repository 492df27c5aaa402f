// The job queue (pg-boss) with typed names.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Job, PgBoss } from 'pg-boss'
import type { ResetRequest } from '#backend/commands/account/password-reset.ts'
import { prepared } from '#backend/db/statements/prepared.ts'
import type { AccountMail } from '#backend/mails/account-mails.ts'
import type { OrderMail } from '#backend/mails/order-mails.ts'
import { logInfo } from '#backend/telemetry/log.ts'
import { runIn } from '#backend/telemetry/request-context.ts'
import { keepIfFailed } from './failed-jobs.ts'
import { jobRuns, type ObservedJob } from './telemetry.ts'

export type JobData = {
  'expire-order': { orderId: number }
  'learn-payment': { paymentId: string }
  'refund-payment': { orderId: number; paymentId: string }
  'refund-part': { orderId: number; paymentId: string; refund: number }
  'refund-unmatched': { paymentId: string }
  'close-checkout': { orderId: number }
  'reconcile-payments': Record<string, never>
  /** Of all that changed at the provider; named when it looked for refunds alone, as a queue keeps its name. */
  'reconcile-refunds': Record<string, never>
  'publish-log-head': Record<string, never>
  'send-receipt': { orderId: number }
  /** position: of the event that it tells of, here and below. */
  'send-order-mail': { mail: OrderMail; orderId: number; position: number; amountCents?: number }
  'send-account-mail': { mail: AccountMail | 'password-reset'; userId: number; position: number }
  'request-password-reset': ResetRequest
  'forget-person': { userId: number }
  'run-operation': { workId: string }
  'run-batch': { batchId: string }
}
export type JobName = keyof JobData
export type NewJob = { [N in JobName]: { name: N; data: JobData[N]; startAfter?: string } }[JobName]
/** What a job follows, a request or an event: what it leads to carries its correlation, and names the event's position. */
export type JobOrigin = { correlation: string; causation?: number; traceparent?: string }
export type JobHandlers = { [N in JobName]: (data: JobData[N], origin?: JobOrigin) => Promise<void> }

export const names: readonly JobName[] = [
  'expire-order',
  'learn-payment',
  'refund-payment',
  'refund-part',
  'refund-unmatched',
  'close-checkout',
  'reconcile-payments',
  'reconcile-refunds',
  'publish-log-head',
  'send-receipt',
  'send-order-mail',
  'send-account-mail',
  'request-password-reset',
  'forget-person',
  'run-operation',
  'run-batch',
]

/** Jobs that the clock starts, and when (UTC). */
export const schedules = {
  'reconcile-payments': '* * * * *',
  'reconcile-refunds': '17 * * * *',
  'publish-log-head': '50 8 * * *',
} as const satisfies Partial<Record<JobName, string>>

/**
 * A worker says every `heartbeatRefreshSeconds` that it is at its jobs. The jobs of one that died or froze are taken from it after
 * `heartbeatSeconds` of silence, when the next pass looks: a payment that must go back waits less than half a minute for another worker.
 */
const heartbeat = { heartbeatSeconds: 10 }
const heartbeatRefreshSeconds = 3
/** Two intervals, as pg-boss takes both: of the timer, and of the pass among all processes. */
export const passes = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 }

/** About a week of tries: money must not stay behind because a provider was out for an hour. */
const patient = {
  ...heartbeat,
  retryLimit: 1000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 300,
}
/** About three days, an hour apart in the end: as long as mail servers themselves try. */
const mailing = { ...patient, retryLimit: 80, retryDelayMax: 3600 }

/** A day at most. */
const long = { ...patient, retryDelayMax: 10, expireInSeconds: 86_000 }

const isLong = (name: JobName) => name === 'run-operation' || name === 'run-batch'

/**
 * A full batch is followed by the next at once; an empty one by half a second. groupConcurrency: no job has a group, but with it pg-boss
 * names the jobs that it takes by their ids. Without it the plan is the planner's guess, which a session keeps as it made it while the
 * table was empty or small: it then walks through all jobs of the queue, those that are done for a week and those that lie in the future.
 */
const workOptions = {
  pollingIntervalSeconds: 0.5,
  batchSize: 8,
  burstWhenBatchFull: true,
  groupConcurrency: 1,
  heartbeatRefreshSeconds,
} as const

/** Sends and works jobs; a job is stored in the transaction of the event that asks for it, and repeated until it succeeds. */
export class JobQueue {
  readonly #boss: PgBoss
  readonly #pool: pg.Pool
  readonly #report: (error: unknown) => void

  /**
   * pool: of the application; report: told of what goes wrong in the queue itself. supervises: whether it looks after what others have left
   * undone, every few seconds, and after the time for what is done every minute; default: it does.
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
    for (const name of names) {
      const options = isLong(name) ? long : name.startsWith('send-') ? mailing : patient
      await this.#boss.createQueue(name, options)
      // A queue that was made by an older release takes over what this one says.
      await this.#boss.updateQueue(name, options)
    }
    for (const [name, cron] of Object.entries(schedules)) await this.#boss.schedule(name, cron)
  }

  /** Starts working on jobs with these handlers; a job that throws is retried with growing delays. */
  async work(handlers: JobHandlers): Promise<void> {
    for (const name of names) {
      const handle = handlers[name] as (data: unknown, origin?: JobOrigin) => Promise<void>
      // One at a time: an operation is a process of its own, and a batch changes thousands of products.
      const batchSize = isLong(name) ? 1 : workOptions.batchSize
      await this.#boss.work(name, { ...workOptions, batchSize }, async (jobs) => {
        let left = jobs.length
        await Promise.all(
          jobs.map(async (job) => {
            const failure = await this.#attempt(name, job, handle)
            left -= 1
            if (failure) await this.#fail(name, job, failure)
            // A job is done when it ends, whatever the others of its batch still wait for; the last one is left to pg-boss.
            else if (left > 0) await this.#boss.complete(name, job)
          }),
        )
      })
    }
  }

  /** A job whose tries are used up stays: somebody has to decide what becomes of it. */
  async #fail(name: JobName, job: Job<unknown>, failure: { message: string }): Promise<void> {
    await this.#boss.fail(name, job, failure)
    await keepIfFailed(this.#pool, name, job.id)
  }

  /** Returns what it failed with: one job's failure is its own, the others of the batch are done. */
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
    await this.#boss.stop({ graceful: true, timeout: 10_000 })
  }

  /** Enqueues jobs; on a client in a transaction they exist if and only if it commits. */
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

/** Absent in what the clock started and in jobs older than the naming of events. */
function originOf(data: unknown): JobOrigin | undefined {
  return (data as { origin?: JobOrigin } | null)?.origin
}
