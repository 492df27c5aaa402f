// One run: a shop in its own process and on its own server receives absurd requests; then its memory is judged.
import { openServer } from '#scripts/fault-injection/processes/server.ts'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import type { Fuzzed, FuzzRound, Held } from './fuzz.ts'

/** Bytes per request that count as a leak; caches are full before. */
const leakPerRequest = 600
const leastLeakBytes = 16 * 1024 ** 2
const warmUp = 0.3

export async function fuzzRound(round: FuzzRound): Promise<Fuzzed> {
  await using opened = new AsyncDisposableStack()
  const { databaseUrl } = await openServer(opened)
  const shop = await WholeShop.start(databaseUrl, opened)
  const fuzzed = await shop.ask<Fuzzed>({ round })
  if (fuzzed) return { ...fuzzed, problems: [...fuzzed.problems, ...growthOf(fuzzed.held)] }
  const problems = [`the shop ended with ${await shop.ended}`]
  return { sent: 0, refused: 0, events: 0, reached: 0, held: [], problems }
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
