// npm run bench -- growth [--events=N …]: what years of history cost. Each part fills databases of its own.
import type { Ground } from '#scripts/bench/ground.ts'
import type { Finding } from '#scripts/bench/measure.ts'
import { run as operator } from './operator.ts'
import { run as requests, type Sizes } from './requests.ts'

/** events: of the whole log, for what operators do with it; 0 leaves that out. The others: of the one history behind a request. */
export async function run(ground: Ground, { events, ...sizes }: { events: number } & Sizes): Promise<Finding[]> {
  return [...(events > 0 ? await operator(ground, events) : []), ...(await requests(ground, sizes))]
}
