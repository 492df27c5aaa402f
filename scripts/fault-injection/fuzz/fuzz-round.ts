// One run: a shop in its own process and on its own server receives absurd requests; then answers, log and memory are
// judged.
import { Child } from '#scripts/fault-injection/processes/child.ts'
import { openServer } from '#scripts/fault-injection/processes/server.ts'
import type { Fuzzed, FuzzRound } from './fuzz.ts'

/** `heapBytes`: live heap after so many requests and a full collection. */
export type Held = { sent: number; heapBytes: number }
export type FuzzOutcome = Fuzzed & { held: Held[] }

/** The process ends beyond this heap. */
const heap = ['--expose-gc', '--max-old-space-size=512']
/** Bytes per request that count as a leak; caches are full before. */
const leakPerRequest = 600
/** Tolerated fluctuation of the live heap. */
const leastLeakBytes = 16 * 1024 ** 2
const warmUp = 0.3

export async function fuzzRound(round: FuzzRound): Promise<FuzzOutcome> {
  await using opened = new AsyncDisposableStack()
  const { databaseUrl } = await openServer(opened)
  const held: Held[] = []
  const program = new URL('./fuzz.child.ts', import.meta.url)
  const child = new Child(program, { databaseUrl }, heap, (now: Held) => held.push(now))
  opened.defer(() => child.stop())
  const { problems, ...outcome } = (await child.ask<Fuzzed>(round)) ?? {
    ...{ sent: held.at(-1)?.sent ?? 0, refused: 0, events: 0, reached: 0 },
    problems: [`the shop ended with ${await child.ended}`],
  }
  return { ...outcome, held, problems: [...problems, ...growthOf(held)] }
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
