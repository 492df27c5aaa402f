// Runs the panel's operations: short acts in this process, long ones in a child.
import { type ChildProcess, fork } from 'node:child_process'
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

/** Aborts when the shop ends, or at `signal`, even during the start. */
export function endingOf(started: AsyncDisposableStack, signal?: AbortSignal): AbortController {
  const ending = new AbortController()
  signal?.addEventListener('abort', () => ending.abort())
  if (signal?.aborted) ending.abort()
  started.defer(() => ending.abort())
  return ending
}

/** Ends children first, since the queue waits for them, and the pump whatever happens to the queue. */
export async function endWork(ending: AbortController, queue: JobQueue, pump: Pump): Promise<void> {
  ending.abort()
  await Promise.allSettled([queue.stop(), pump.stop()])
}

/** Travels over the child's channel, since arguments and environment are readable by other processes. */
export type OperatingOn = {
  databaseUrl: string
  loginUrl: string
  dataKey: string
  sessionSecret: string
}
export type ToChild = { opens: OperatingOn } | { workId: string }
export type FromChild = { ended: string } | { failed: string; why: string }

/** Megabytes, about three times the need of a rebuild or comparison. */
const heapLimits = ['--max-old-space-size=256', '--max-semi-space-size=8']
/** Milliseconds that an idle child stays, since one operation often follows another. */
const idleMs = 60_000

/**
 * Runs long operations one by one in a child. Throws if the child ended early; the job's next attempt continues.
 * Aborting the signal kills the child.
 */
export function operationRunner(settings: Omit<OperatingOn, 'dataKey'> & { dataKey: Buffer }, signal: AbortSignal) {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  signal.addEventListener('abort', () => child?.kill('SIGKILL'))
  return async (workId: string): Promise<void> => {
    signal.throwIfAborted()
    clearTimeout(idle)
    child ??= startChild({ ...settings, dataKey: settings.dataKey.toString('base64') }).once('exit', () => {
      child = undefined
    })
    try {
      await outcomeOf(child, workId)
    } finally {
      idle = setTimeout(() => child?.disconnect(), idleMs).unref()
    }
  }
}

function startChild(opens: OperatingOn): ChildProcess {
  const child = fork(new URL('./operation.child.ts', import.meta.url), {
    execArgv: heapLimits,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.on('error', () => undefined) // it ends, which is told to those who wait
  child.send({ opens } satisfies ToChild)
  return child
}

function outcomeOf(child: ChildProcess, workId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const heard = (message: FromChild) => {
      child.off('exit', gone)
      child.off('message', heard)
      if ('ended' in message) resolve()
      else reject(new Error(`operation ${workId}: ${message.why}`))
    }
    const gone = (code: number | null, by: string | null) =>
      reject(new Error(`operation ${workId} ended with ${by ?? code}`))
    child.once('exit', gone)
    child.on('message', heard)
    child.send({ workId } satisfies ToChild)
  })
}
