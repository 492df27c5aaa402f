// One run: a shop in its own process and on its own server receives absurd requests; then answers, log and memory are
// judged.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { ServerUnderTest } from '#scripts/fault-injection/processes/server.ts'
import type { Fuzzed, FuzzRound } from './fuzz.ts'

/** `heapBytes`: live heap after so many requests and a full collection. */
export type Held = { sent: number; heapBytes: number }
export type Told = { held: Held } | { done: Fuzzed }
export type FuzzOutcome = Fuzzed & { held: Held[] }

/** The process ends beyond this heap. */
const heapMegabytes = 512
/** Bytes per request that count as a leak; caches are full before. */
const leakPerRequest = 600
/** Tolerated fluctuation of the live heap. */
const leastLeakBytes = 16 * 1024 ** 2
const warmUp = 0.3

export async function fuzzRound(round: FuzzRound, progress: (sent: number) => void = () => undefined) {
  const server = await ServerUnderTest.create(tmpdir())
  try {
    const outcome = await inChild(server.databaseUrl, round, progress)
    return { ...outcome, problems: [...outcome.problems, ...growthOf(outcome.held)] }
  } finally {
    await server.remove()
  }
}

async function inChild(databaseUrl: string, round: FuzzRound, progress: (sent: number) => void): Promise<FuzzOutcome> {
  const child = fork(new URL('./fuzz.child.ts', import.meta.url), [databaseUrl, JSON.stringify(round)], {
    execArgv: ['--expose-gc', `--max-old-space-size=${heapMegabytes}`],
  })
  const held: Held[] = []
  let outcome: Fuzzed | undefined
  child.on('message', (told: Told) => {
    if ('done' in told) outcome = told.done
    else progress(held[held.push(told.held) - 1]?.sent ?? 0)
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  const nothing = { sent: held.at(-1)?.sent ?? 0, refused: 0, events: 0, reached: 0 }
  return { held, ...(outcome ?? { ...nothing, problems: [`the shop ended with ${signal ?? code}`] }) }
}

/** Growth after the warm-up, by the smallest of three samples each. */
export function growthOf(held: readonly Held[]): string[] {
  const warm = held.filter(({ sent }) => sent >= (held.at(-1)?.sent ?? 0) * warmUp)
  if (warm.length < 6) return []
  const least = (looks: readonly Held[]) => looks.reduce((low, one) => (one.heapBytes < low.heapBytes ? one : low))
  const [from, to] = [least(warm.slice(0, 3)), least(warm.slice(-3))]
  const grown = to.heapBytes - from.heapBytes
  const perRequest = grown / (to.sent - from.sent)
  return perRequest > leakPerRequest && grown > leastLeakBytes
    ? [`the shop holds on to ${Math.round(perRequest)} bytes of each request`]
    : []
}
