// Runs long work in a child process, which spares the shop's memory: rebuilds at the start, the panel's operations.
import { type ChildProcess, fork } from 'node:child_process'
import type { Rebuilder, Rebuilt } from '#backend/eventstore/projections/open-projections.ts'

export type LongWork = { rebuild: string } | { operation: string }
/** Travels over the child's channel, since arguments and environment are readable by other processes. */
export type ToChild = { databaseUrl: string; loginUrl: string; dataKey: string; work: LongWork }
export type FromChild = { done: number; total: number } | { result: Rebuilt | null } | { failure: string }

type Settings = Pick<ToChild, 'databaseUrl' | 'loginUrl'> & { dataKey: Buffer }
type Tell = (progress: { done: number; total: number }) => void

/** The child was killed, or could not do the work; another attempt goes on with what it committed. */
export class LongWorkFailed extends Error {
  override readonly name = 'LongWorkFailed'
}

/** Megabytes, about three times the need of a rebuild or comparison. */
const heapLimits = ['--max-old-space-size=256', '--max-semi-space-size=8']

/** Returns a function that does a piece of work in a child of its own. Aborting the signal kills it. */
export function longWorker({ dataKey, ...urls }: Settings, signal: AbortSignal) {
  return async (work: LongWork, tell: Tell = () => undefined): Promise<Rebuilt | null> => {
    signal.throwIfAborted()
    const child = fork(new URL('./long-work.child.ts', import.meta.url), {
      ...{ execArgv: heapLimits, signal, killSignal: 'SIGKILL' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.send({ ...urls, dataKey: dataKey.toString('base64'), work } satisfies ToChild)
    return outcomeOf(child, work, tell)
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

function outcomeOf(child: ChildProcess, work: LongWork, tell: Tell): Promise<Rebuilt | null> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new LongWorkFailed(`${Object.values(work).join()}: ${why}`))
    child.once('exit', (code, by) => fail(`ended with ${by ?? code}`))
    child.on('error', (error) => fail(error.message)) // one that never began does not exit
    child.on('message', (message: FromChild) => {
      if ('done' in message) return tell(message)
      if ('failure' in message) fail(message.failure)
      else resolve(message.result)
      child.disconnect()
    })
  })
}
