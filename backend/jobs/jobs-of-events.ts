// Finds the jobs of events. pg-boss keeps a job for a week after its end.
import type pg from 'pg'
import { jobId } from './job-id.ts'
import type { JobName } from './queue.ts'

export type JobView = {
  name: JobName
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  /** ISO, UTC; null: still open. */
  endedAt: string | null
}

const maxJobsOfEvent = 4

export async function findJobsOf(pool: pg.Pool, positions: readonly number[]): Promise<Map<number, JobView[]>> {
  const positionOf = new Map(
    positions.flatMap((position) =>
      Array.from({ length: maxJobsOfEvent }, (_, index) => [jobId(position, index), position] as const),
    ),
  )
  const { rows } = await pool.query<{ id: string; name: JobName; state: JobView['state']; ended: Date | null }>(
    'select id, name, state, completed_on as ended from job.job where id = any($1) order by name',
    [[...positionOf.keys()]],
  )
  const found = new Map<number, JobView[]>()
  for (const { id, name, state, ended } of rows) {
    const position = positionOf.get(id) ?? 0
    found.set(position, [...(found.get(position) ?? []), { name, state, endedAt: ended?.toISOString() ?? null }])
  }
  return found
}
