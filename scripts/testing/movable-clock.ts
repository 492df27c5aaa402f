// A movable clock for a process under test. Code on the monotonic clock must not notice.

/** Replaces Date; the returned function sets its lead in milliseconds. */
export function replaceClock(): (milliseconds: number) => void {
  let ahead = 0
  const RealDate = Date
  const now = () => RealDate.now() + ahead
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  })
  return (milliseconds) => {
    ahead = milliseconds
  }
}
