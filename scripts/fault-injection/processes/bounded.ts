// Bounds a long run: it ends in time or on a signal, and closes everything it opened.

/** Like the work, or rejects on SIGINT, SIGTERM and the deadline; `opened` is closed in each case. */
export async function bounded<T>(minutes: number, work: (opened: AsyncDisposableStack) => Promise<T>): Promise<T> {
  await using opened = new AsyncDisposableStack()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => reject(new Error(`ended by ${name}`)))
  process.once('uncaughtException', reject)
  const timer = setTimeout(() => reject(new Error(`not done in ${minutes} minutes`)), minutes * 60_000)
  opened.defer(async () => clearTimeout(timer))
  return await Promise.race([work(opened), ended])
}
