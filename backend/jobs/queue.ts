// The job queue (pg-boss) with typed names.
import type pg from 'pg'
import { PgBoss } from 'pg-boss'

export type JobData = {
  'expire-order': { orderId: number }
  'learn-payment': { paymentId: string }
  'refund-payment': { orderId: number; paymentId: string }
  'reconcile-payments': Record<string, never>
}
export type JobName = keyof JobData
export type NewJob = { [N in JobName]: { name: N; data: JobData[N]; startAfter?: string } }[JobName]
export type JobHandlers = { [N in JobName]: (data: JobData[N]) => Promise<void> }

const names: readonly JobName[] = ['expire-order', 'learn-payment', 'refund-payment', 'reconcile-payments']

export class JobQueue {
  readonly #boss: PgBoss

  /** pool: of the application; report: told of what goes wrong in the queue itself. */
  constructor(pool: pg.Pool, report: (error: Error) => void) {
    this.#boss = new PgBoss({
      schema: 'job',
      migrate: false,
      db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    })
    this.#boss.on('error', report)
  }

  async start(): Promise<void> {
    await this.#boss.start()
    for (const name of names) {
      const queue = { retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 120 }
      await this.#boss.createQueue(name, queue)
    }
  }

  /** Starts working on jobs with these handlers; a job that throws is retried with growing delays. */
  async work(handlers: JobHandlers): Promise<void> {
    for (const name of names) {
      const handle = handlers[name] as (data: unknown) => Promise<void>
      const options = { pollingIntervalSeconds: 0.5, batchSize: 1, burstWhenBatchFull: true }
      await this.#boss.work(name, options, async (jobs) => {
        for (const job of jobs) await handle(job.data)
      })
    }
    await this.#boss.schedule('reconcile-payments', '* * * * *')
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 10_000 })
  }

  /** Enqueues jobs inside the client's transaction: they exist if and only if it commits. */
  async insert(client: pg.ClientBase, jobs: readonly (NewJob & { id: string })[]): Promise<void> {
    const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
    for (const name of names) {
      const own = jobs.filter((job) => job.name === name)
      if (own.length === 0) continue
      await this.#boss.insert(
        name,
        own.map(({ id, data, startAfter }) => (startAfter === undefined ? { id, data } : { id, data, startAfter })),
        { db },
      )
    }
  }
}
