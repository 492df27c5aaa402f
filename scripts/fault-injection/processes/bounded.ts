// Bounds a long run: it ends in time or on a signal, and closes everything it opened.

export class Ended extends Error {
  override readonly name = 'Ended'
}

/**
 * Runs the work with a signal. SIGINT, SIGTERM and the deadline abort it with Ended; an uncaught error aborts it with
 * that error. `unlessEnded` abandons work that ignores the signal.
 */
export async function bounded<T>(minutes: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const endBy = (reason: string) => () => controller.abort(new Ended(reason))
  const handlers = (['SIGINT', 'SIGTERM'] as const).map((name) => [name, endBy(`ended by ${name}`)] as const)
  for (const [name, handler] of handlers) process.on(name, handler)
  const fail = (error: unknown) => controller.abort(error)
  process.on('uncaughtException', fail)
  const timer = setTimeout(endBy(`not done in ${minutes} minutes`), minutes * 60_000)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    for (const [name, handler] of handlers) process.off(name, handler)
    process.off('uncaughtException', fail)
  }
}

/** Resolves like the work, or rejects as soon as the signal aborts; the work's later effects are ignored. */
export async function unlessEnded<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return await work
  work.catch(() => undefined)
  const end = Promise.withResolvers<never>()
  const abort = () => end.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, end.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
