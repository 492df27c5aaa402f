// Retries or drops a failed job, for panel and command line.
import type pg from 'pg'
import { dropFailedJob, retryFailedJob } from '#backend/jobs/failed-jobs.ts'

/** `isDone` is false if the job is no longer failed; `detail` is a sentence for people. */
export async function decideJob(
  pool: pg.Pool,
  act: 'retry-job' | 'drop-job',
  name: string,
  id: string,
): Promise<{ isDone: boolean; detail: string }> {
  const isDone = await (act === 'retry-job' ? retryFailedJob : dropFailedJob)(pool, name, id)
  if (!isDone) return { isDone, detail: 'Ese trabajo ya no está entre los fallidos.' }
  return { isDone, detail: act === 'retry-job' ? 'Se intenta otra vez.' : 'Se descartó: no se hace más.' }
}
