// For tests: a steady load of many callers, and how long their calls took.
import { setTimeout as sleep } from 'node:timers/promises'

/** Each of the callers repeats its call until `isOver`, with so many milliseconds between two; returns the times of all calls in milliseconds, shortest first. */
export async function timesOf(
  calls: readonly (() => Promise<unknown>)[],
  isOver: () => boolean,
  pauseMs = 20,
): Promise<number[]> {
  const times: number[] = []
  await Promise.all(
    calls.map(async (call) => {
      while (!isOver()) {
        const startedAt = performance.now()
        await call()
        times.push(performance.now() - startedAt)
        await sleep(pauseMs)
      }
    }),
  )
  return times.sort((a, b) => a - b)
}

/** Of sorted times: at most this share of them is longer than the returned one. */
export function percentile(times: readonly number[], share: number): number {
  return times[Math.ceil(times.length * (1 - share)) - 1] ?? Number.POSITIVE_INFINITY
}

/** What counts as the usual, in milliseconds: of a machine that has nothing else to do, three times as long would be too strict. */
export function usual(...times: number[]): number {
  return Math.max(20, ...times)
}

/** True once so many milliseconds have passed since the call. */
export function after(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds
  return () => performance.now() > end
}
