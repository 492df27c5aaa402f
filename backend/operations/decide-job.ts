// Retries or drops a failed job, for panel and command line.
import type pg from 'pg'
import { dropFailedJob, retryFailedJob } from '#backend/jobs/failed-jobs.ts'
import type { WorkEnding } from './work.ts'

export async function decideJob(
  pool: pg.Pool,
  act: 'retry-job' | 'drop-job',
  name: string,
  id: string,
): Promise<WorkEnding> {
  const isDone = await (act === 'retry-job' ? retryFailedJob : dropFailedJob)(pool, name, id)
  if (!isDone) return { outcome: 'failed', detail: 'Ese trabajo ya no está entre los fallidos.' }
  return { outcome: 'done', detail: act === 'retry-job' ? 'Se intenta otra vez.' : 'Se descartó: no se hace más.' }
}
