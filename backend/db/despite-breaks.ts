// What a process that starts asks of the database, also while that restarts or its network stumbles.
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, isConnectionLost } from './pg-errors.ts'

/** In milliseconds. */
const [forMs, pauseMs] = [30_000, 500]

/**
 * Does the work again for half a minute while its connection breaks or the server is stopping or starting; then, and of anything else, throws
 * what it threw. A server that is not there at all, or refuses the login, is no such thing.
 */
export async function despiteBreaks<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const deadline = performance.now() + forMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBroken(error) || signal?.aborted || performance.now() > deadline) throw error
      await sleep(pauseMs)
    }
  }
}

function isBroken(error: unknown): boolean {
  const code = errorCode(error)
  if (code !== undefined) return /^(08...|57P..|ECONNRESET|EPIPE)$/.test(code)
  return isConnectionLost(error) && error instanceof Error && !/timeout/i.test(error.message)
}
