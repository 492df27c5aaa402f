// Runs long work in a child process, to spare the shop's memory and time: rebuilds at the start, and the panel's
// operations.
import { type ChildProcess, fork } from 'node:child_process'
import type { Rebuilder, Rebuilt } from '#backend/eventstore/projections/open-projections.ts'

/** Travels over the child's channel, since arguments and environment are readable by other processes. */
export type WorkingOn = { databaseUrl: string; loginUrl: string; dataKey: string }
export type LongWork = { rebuild: string } | { operation: string }
export type ToChild = { opens: WorkingOn } | LongWork
export type FromChild = { done: number; total: number } | { result: Rebuilt | null } | { failure: string }

type Settings = Omit<WorkingOn, 'dataKey'> & { dataKey: Buffer }
type Tell = (progress: { done: number; total: number }) => void

/** The child was killed, or could not do the work; another attempt goes on with what it committed. */
export class LongWorkFailed extends Error {
  override readonly name = 'LongWorkFailed'
}

/** Megabytes, about three times the need of a rebuild or comparison. */
const heapLimits = ['--max-old-space-size=256', '--max-semi-space-size=8']
/** Milliseconds that an idle child stays, since one piece of work often follows another. */
const idleMs = 60_000

/** Returns a function that runs one piece of work at a time. Aborting the signal kills the child. */
export function longWorker({ dataKey, ...urls }: Settings, signal: AbortSignal) {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  signal.addEventListener('abort', () => child?.kill('SIGKILL'))
  return async (work: LongWork, tell: Tell = () => undefined): Promise<Rebuilt | null> => {
    signal.throwIfAborted()
    clearTimeout(idle)
    child ??= startChild({ ...urls, dataKey: dataKey.toString('base64') }).once('exit', () => {
      child = undefined
    })
    try {
      return await outcomeOf(child, work, tell)
    } finally {
      idle = setTimeout(() => child?.disconnect(), idleMs).unref()
    }
  }
}

/** Rebuilds read models for a new version; `progress` gets Spanish lines from time to time. */
export function childRebuilder(
  settings: Settings,
  { progress, signal }: { progress: ((line: string) => void) | undefined; signal: AbortSignal },
): Rebuilder {
  const run = longWorker(settings, signal)
  return ({ name }) =>
    run({ rebuild: name }, ({ done, total }) =>
      progress?.(`Rehaciendo ${name} para esta versión: ${Math.floor((100 * done) / Math.max(total, 1))} %`),
    )
}

function startChild(opens: WorkingOn): ChildProcess {
  const child = fork(new URL('./long-work.child.ts', import.meta.url), {
    execArgv: heapLimits,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.on('error', () => undefined) // outcomeOf rejects for its caller
  child.send({ opens } satisfies ToChild)
  return child
}

function outcomeOf(child: ChildProcess, work: LongWork, tell: Tell): Promise<Rebuilt | null> {
  return new Promise((resolve, reject) => {
    const settle = () => child.off('message', heard).off('exit', gone).off('error', failed)
    const fail = (why: string) => {
      settle()
      reject(new LongWorkFailed(`${Object.values(work).join()}: ${why}`))
    }
    const gone = (code: number | null, by: string | null) => fail(`ended with ${by ?? code}`)
    const failed = (error: Error) => fail(error.message) // one that never began does not exit
    const heard = (message: FromChild) => {
      if ('done' in message) tell(message)
      else if ('failure' in message) fail(message.failure)
      else {
        settle()
        resolve(message.result)
      }
    }
    child.on('message', heard).once('exit', gone).once('error', failed)
    child.send(work satisfies ToChild)
  })
}
