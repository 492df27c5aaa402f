// For tests: a process that takes jobs and never ends them. Says the order of each that it took.
import { createPool } from '#backend/db/database.ts'
import { type JobHandlers, JobQueue } from '#backend/jobs/queue.ts'

const [, , databaseUrl = ''] = process.argv
const queue = new JobQueue(createPool(databaseUrl, { max: 2 }), () => undefined, { supervises: false })
await queue.start()
const handlers: Partial<JobHandlers> = {
  'refund-payment': ({ orderId }) => {
    process.send?.(orderId)
    return new Promise(() => undefined)
  },
}
await queue.work(handlers as JobHandlers)
