// Rebuilds read models for a new version one by one, in a child process that ends with this one.
import { type ChildProcess, fork } from 'node:child_process'
import type { Rebuilder, Rebuilt } from '#backend/eventstore/projections/open-projections.ts'

/** Travels over the child's channel, since arguments and environment are readable by other processes. */
export type ChildWork = {
  name: string
  databaseUrl: string
  loginUrl: string
  dataKey: string
}
export type FromChild = { done: number; total: number } | { rebuilt: Rebuilt | null } | { failure: string }

/** The rebuild ended without an outcome: the child was killed, or sent nothing usable. The live rows are unchanged. */
export class RebuildFailed extends Error {
  override readonly name = 'RebuildFailed'
}

/** Megabytes, about three times a rebuild's need. */
const heapLimits = ['--max-old-space-size=256', '--max-semi-space-size=8']
const tellEvery = 5000

/** `progress` gets Spanish lines from time to time. Aborting the signal ends the child; the next rebuild resumes. */
export function childRebuilder(
  settings: { databaseUrl: string; loginUrl: string; dataKey: Buffer },
  { progress, signal }: { progress: ((line: string) => void) | undefined; signal: AbortSignal },
): Rebuilder {
  return async ({ name }) => {
    const child = fork(new URL('./rebuild.child.ts', import.meta.url), {
      execArgv: heapLimits,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      signal,
      killSignal: 'SIGKILL',
    })
    const { dataKey, ...urls } = settings
    child.send({ name, ...urls, dataKey: dataKey.toString('base64') } satisfies ChildWork)
    let toldAt = performance.now()
    return outcomeOf(child, name, ({ done, total }) => {
      if (performance.now() - toldAt < tellEvery) return
      toldAt = performance.now()
      progress?.(`Rehaciendo ${name} para esta versión: ${Math.floor((100 * done) / Math.max(total, 1))} %`)
    })
  }
}

function outcomeOf(
  child: ChildProcess,
  name: string,
  tell: (progress: { done: number; total: number }) => void,
): Promise<Rebuilt | null> {
  return new Promise((resolve, reject) => {
    let rebuilt: Rebuilt | null | undefined
    let failure: string | undefined
    child.on('message', (message: FromChild) => {
      if ('rebuilt' in message) rebuilt = message.rebuilt
      else if ('failure' in message) failure = message.failure
      else tell(message)
    })
    child.on('error', (error) => {
      failure ??= error.message
      if (child.pid === undefined) reject(new RebuildFailed(`${name}: ${failure}`)) // it never began, so it will not exit
    })
    child.on('exit', (code, signal) => {
      if (rebuilt === undefined) reject(new RebuildFailed(`${name}: ${failure ?? `ended with ${signal ?? code}`}`))
      else resolve(rebuilt)
    })
  })
}
