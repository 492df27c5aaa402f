import type pg from 'pg'
import { isoTime } from '#backend/db/transaction.ts'
import type { OperationsStatus } from '#backend/domain/operation/operation.contract.ts'

/** Latest failures; jobs without further tries first, since somebody must decide on them. */
type QueueState = Pick<OperationsStatus, 'queues' | 'failures'>
type FailedJob = QueueState['failures'][number]

const countsQuery = `
  select q.name, q.active_count as active, q.failed_count as failed,
    count(j.id) filter (where j.state = 'created') as waiting, count(j.id) filter (where j.state = 'retry') as retrying
  from job.queue q left join job.job j on j.name = q.name and j.state < 'active'
  where q.name !~ '^__' group by 1, 2, 3 order by 1`

const failuresQuery = `
  select id, name, retry_count + 1 as attempts, output->>'message' as error,
    ${isoTime("(case when state = 'retry' then start_after end)")} as "nextAt"
  from job.job where state in ('retry', 'failed') order by state = 'failed' desc, coalesce(completed_on, start_after) desc limit 20`

export async function readQueueState(pool: pg.Pool): Promise<QueueState> {
  const { rows: queues } = await pool.query<QueueState['queues'][number]>(countsQuery)
  if (queues.every(({ retrying, failed }) => retrying + failed === 0)) return { queues, failures: [] }
  const { rows: failures } = await pool.query<FailedJob>(failuresQuery)
  return { queues, failures }
}

export async function countDueJobs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from job.job where state < 'completed' and start_after <= clock_timestamp()`,
  )
  return rows[0]?.count ?? 0
}
