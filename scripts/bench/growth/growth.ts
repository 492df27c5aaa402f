// npm run bench -- growth [--events=N …]: costs of years of history. Each part fills its own databases.
import type { Ground } from '#scripts/bench/ground.ts'
import type { Finding } from '#scripts/bench/measure.ts'
import { run as operator } from './operator.ts'
import { run as requests, type Sizes } from './requests.ts'

/** `events`: size of the whole log for the operator's part; 0 skips it. Others: history behind one request. */
export async function run(ground: Ground, { events, ...sizes }: { events: number } & Sizes): Promise<Finding[]> {
  return [...(events > 0 ? await operator(ground, events) : []), ...(await requests(ground, sizes))]
}
