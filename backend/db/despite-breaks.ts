import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, isConnectionLost } from './pg-errors.ts'

const [forMs, pauseMs] = [30_000, 500]

/**
 * Retries for half a minute while the connection breaks or the server restarts; then, and for other errors, throws
 * the original error. Doesn't retry if the server is absent or refuses the login.
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
