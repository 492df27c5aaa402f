// A job that is tried no more gets another round of tries, or is given up: for the panel and the command line alike.
import type pg from 'pg'
import { dropFailedJob, retryFailedJob } from '#backend/jobs/failed-jobs.ts'

/** isDone: false if the job is not among the failed ones any more. detail: how it ended, in a sentence for people. */
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
