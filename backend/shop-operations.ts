// What admins do to the machinery from the panel: the short acts in this process, the long ones in a process of their own.
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

/** Aborted when the shop ends, whatever it had come to; or already when it is told to (`signal`), though it still starts. */
export function endingOf(started: AsyncDisposableStack, signal?: AbortSignal): AbortController {
  const ending = new AbortController()
  signal?.addEventListener('abort', () => ending.abort())
  if (signal?.aborted) ending.abort()
  started.defer(() => ending.abort())
  return ending
}

/** Children first, since the queue waits for what they do. Whatever the queue meets while it ends, the pump ends too. */
export async function endWork(ending: AbortController, queue: JobQueue, pump: Pump): Promise<void> {
  ending.abort()
  await Promise.allSettled([queue.stop(), pump.stop()])
}

/** What the child is told first, over its channel, where no other process of the machine can read it. */
export type OperatingOn = {
  /** With the owner's rights. */
  databaseUrl: string
  /** With the application's. */
  loginUrl: string
  /** Base64. */
  dataKey: string
  sessionSecret: string
}
export type ToChild = { opens: OperatingOn } | { workId: string }
export type FromChild = { ended: string } | { failed: string; why: string }

/** Megabytes; a rebuild or a comparison needs about a third of it. */
const heapLimits = ['--max-old-space-size=256', '--max-semi-space-size=8']
/** Milliseconds that a child without work stays, for one operation is often followed by another. */
const idleMs = 60_000

/**
 * Works on long operations in a child, one after the other. Throws if the child ended before its work did; what it began is taken up again
 * by the job's next attempt. Aborting the signal ends the child at once.
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
