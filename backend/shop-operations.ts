// Runs the panel's operations, and ends a process's work.
import type pg from 'pg'
import type { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { openOperations } from '#backend/operations/operations.ts'
import { jobReactor } from '#backend/policies/job-reactor.ts'
import type { Core } from './shop.ts'

export function operationsOf({ store, pool, pools, replicas }: Core, ownerPool: pg.Pool, queue: JobQueue) {
  return openOperations({
    store,
    pool,
    reads: pools.reads,
    replicas,
    ownerPool,
    reactor: jobReactor(queue),
    enqueue: (workId, correlation) =>
      queue.insert(pool, [{ name: 'run-operation', id: workId, data: { workId }, origin: { correlation } }]),
  })
}

/** Ends children first, since the queue waits for them, and the pump whatever happens to the queue. */
export async function endWork(ending: AbortController, queue: JobQueue, pump: Pump): Promise<void> {
  ending.abort()
  await Promise.allSettled([queue.stop(), pump.stop()])
}
