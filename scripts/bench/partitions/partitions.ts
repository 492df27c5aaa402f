// npm run bench -- partitions [--events=N]: a log of N events in ten partitions beside one of 100,000 in one table:
// append, history of a stream, rebuild, verify. Short ones take turns; long ones report their memory.
import { createPool } from '#backend/db/database.ts'
import { migrate } from '#backend/db/migrate.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { splitLog } from '#backend/eventstore/log/partitions/split-log.ts'
import { type Core, openCore } from '#backend/shop.ts'
import { added, meta } from '#scripts/bench/append.ts'
import type { Ground } from '#scripts/bench/ground.ts'
import { eventsPerOrder } from '#scripts/bench/growth/history.ts'
import { fillDatabase, measureOps, tellMeasured } from '#scripts/bench/growth/operator.ts'
import { drive, type Finding, interleave, rateOf, ratioOf, showRuns, showSpread, tell } from '#scripts/bench/measure.ts'
import { shopSecrets } from '#scripts/bench/served/served.ts'

const small = 100_000
const partitions = 10
const clients = 64
const [rounds, roundMs] = [10, 400]

type Log = { url: string; events: number; core: Core }

export async function run(ground: Ground, wanted: number): Promise<Finding[]> {
  await using opened = new AsyncDisposableStack()
  const open = async (events: number, isDivided: boolean): Promise<Log> => {
    const url = await ground.createDatabase()
    if (isDivided) await divide(url, Math.ceil(events / partitions))
    const filled = await fillDatabase(url, Math.ceil(events / eventsPerOrder))
    const core = await openCore({ databaseUrl: url, ...shopSecrets })
    opened.defer(() => core.close())
    return { url, events: filled, core }
  }
  const brief = await open(small, false)
  const long = await open(wanted, true)
  return [
    ...(await compareAppends(long, brief)),
    ...(await compareHistories(long, brief)),
    ...(await compareCommands(long, brief)),
  ]
}

function append({ store }: Core, user: number): Promise<unknown> {
  const events = [{ type: 'ItemAddedToCart' as const, data: added(user) }]
  return store.append({ commandId: newCommandId(), meta, writes: [{ stream: `cart-${user}`, expected: 0, events }] })
}

async function divide(url: string, size: number): Promise<void> {
  await migrate(url)
  const owner = createPool(url, { as: 'owner', max: 2, name: 'bench', limits: false })
  await splitLog(owner, size, { signal: new AbortController().signal, waitsFor: () => undefined })
  await owner.end()
}

const named = ({ events }: Log) => `${events} events in ${partitions} partitions`

async function compareAppends(long: Log, brief: Log): Promise<Finding[]> {
  let user = 50_000_000
  const appending =
    (count: number, { core }: Log) =>
    () =>
      drive(count, roundMs, () => append(core, ++user))
  const findings: Finding[] = []
  for (const [count, what, aim] of [
    [1, 'one append after another', 0.9],
    [clients, `appends of ${clients} callers`, 0.95],
  ] as const) {
    const runs = await interleave(rounds, { long: appending(count, long), brief: appending(count, brief) })
    const ratio = ratioOf(runs.long, runs.brief, rateOf)
    findings.push(
      tell({
        goal: 'G12',
        what: `${what}, ${named(long)}`,
        figure: `${showRuns(runs.long)}; with ${brief.events} in one table ${showRuns(runs.brief)}; ratio of rates ${showSpread(ratio)}`,
        aim: `>= ${aim}`,
        isReached: ratio.median >= aim,
      }),
    )
  }
  return findings
}

async function compareHistories(long: Log, brief: Log): Promise<Finding[]> {
  const orders = ({ events }: Log) => Math.floor(events / eventsPerOrder)
  const reading = (log: Log, from: number) => {
    let nth = 0
    return () => drive(1, roundMs, () => log.core.store.readStreams([`order-${from + (nth++ % 500)}`]))
  }
  const findings: Finding[] = []
  for (const [what, of, aim] of [
    ['the history of an order of the newest partition', (log: Log) => orders(log) - 1000, 1.5],
    ['the history of an order of the first partition', () => 1, 4],
  ] as const) {
    const runs = await interleave(rounds, { long: reading(long, of(long)), brief: reading(brief, of(brief)) })
    const ratio = ratioOf(runs.long, runs.brief, ({ p50 }) => p50)
    findings.push(
      tell({
        goal: 'G12',
        what: `${what}, ${named(long)}`,
        figure: `${showRuns(runs.long)}; with ${brief.events} in one table ${showRuns(runs.brief)}; ratio of p50 ${showSpread(ratio)}`,
        aim: `<= ${aim}x`,
        isReached: ratio.median <= aim,
      }),
    )
  }
  return findings
}

async function compareCommands(long: Log, brief: Log): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const args of [['rebuild', 'all'], ['verify']]) {
    const ended = async ({ url }: Log) => {
      const done = await measureOps(url, args)
      if (done.code !== 0) throw new Error(`ops ${args.join(' ')} ended with ${done.code}: ${done.out} ${done.err}`)
      return done
    }
    const [short, whole] = [await ended(brief), await ended(long)]
    const what = args.join(' ')
    findings.push(...tellMeasured(`${what}, ${named(long)}`, whole, Number.POSITIVE_INFINITY))
    const perMillion = (seconds: number, { events }: Log) => (seconds * 1e6) / events
    const ratio = perMillion(whole.seconds, long) / perMillion(short.seconds, brief)
    findings.push(
      tell({
        goal: 'G12',
        what: `${what}: seconds a million events, ${named(long)}`,
        figure: `${perMillion(whole.seconds, long).toFixed(1)}; with ${brief.events} in one table ${perMillion(short.seconds, brief).toFixed(1)}; ratio ${ratio.toFixed(2)}`,
        aim: '<= 1.5x',
        isReached: ratio <= 1.5,
      }),
    )
  }
  return findings
}
