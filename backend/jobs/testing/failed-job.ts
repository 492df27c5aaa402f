// For tests: a job whose tries are used up.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { JobData, JobName } from '#backend/jobs/queue.ts'

/** Returns its id. */
export async function plantFailedJob<N extends JobName>(pool: pg.Pool, name: N, data: JobData[N]): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into job.job (id, name, data, state, retry_limit, retry_count, completed_on, deletion_seconds, policy, output)
     values ($1, $2, $3, 'failed', 999, 999, now(), 0, 'standard', '{"message": "El servidor no contesta."}')`,
    [id, name, data],
  )
  return id
}
