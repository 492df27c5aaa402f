// For a process under test: its clock can jump for everything that runs in it. What counts by the monotonic clock must not notice.

/** Replaces the process's Date; the function that is returned sets by how many milliseconds it is ahead of the machine's. */
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
