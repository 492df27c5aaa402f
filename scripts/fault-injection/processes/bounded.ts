// A run that takes long ends by itself, and in order when it is told to: what it opened is closed, whatever it waits for.

export class Ended extends Error {
  override readonly name = 'Ended'
}

/**
 * Runs the work with a signal, which SIGINT, SIGTERM and the end of the minutes abort with Ended, and an error that nobody caught with that
 * error. What is left of a work that does not end by
 * the signal is given up by `unlessEnded`.
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

/** As the work, or rejects as soon as the signal says so: then what it still does has no effect on the caller. */
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
