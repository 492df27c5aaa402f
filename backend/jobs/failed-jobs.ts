// Jobs whose retries are used up. They stay until an operator decides.
import { isoTime, type Queryable } from '#backend/db/transaction.ts'
import type { JobName } from './queue.ts'

export type LostJob = { id: string; name: JobName; attempts: number; error: string | null; failedAt: string }

export async function listFailedJobs(db: Queryable, most: number): Promise<LostJob[]> {
  const { rows } = await db.query<LostJob>(
    `select id, name, retry_count + 1 as attempts, output->>'message' as error, ${isoTime('completed_on')} as "failedAt"
     from job.job where state = 'failed' order by completed_on desc, id limit $1`,
    [most],
  )
  return rows
}

export async function countFailedJobs(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "select count(*)::int as count from job.job where state = 'failed'",
  )
  return rows[0]?.count ?? 0
}

/** Keeps a failed job longer than pg-boss's week. */
export async function keepIfFailed(db: Queryable, name: JobName, id: string): Promise<void> {
  await db.query("update job.job set deletion_seconds = 0 where name = $1 and id = $2 and state = 'failed'", [name, id])
}

const changes = {
  'retry-job': `state = 'retry', retry_count = 0, retry_limit = q.retry_limit, completed_on = null, start_after = now(),
    keep_until = now() + make_interval(secs => q.retention_seconds), deletion_seconds = q.deletion_seconds`,
  'drop-job': `state = 'cancelled', completed_on = now(), deletion_seconds = q.deletion_seconds`,
}

/** Gives a failed job all its tries again, or drops it. Returns false if it doesn't exist. */
export async function changeFailedJob(
  db: Queryable,
  act: keyof typeof changes,
  name: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update job.job j set ${changes[act]} from job.queue q
     where q.name = j.name and j.name = $1 and j.id = $2 and j.state = 'failed'`,
    [name, id],
  )
  return rowCount === 1
}
