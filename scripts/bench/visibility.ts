// How long after an append its row can be read, at a steady rate.
import { setTimeout as sleep } from 'node:timers/promises'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import { OpenLoop } from '#scripts/load/open-loop.ts'
import { quantile } from '#scripts/load/quantile.ts'
import { appendTo } from './append.ts'
import { type Bench, openCoreOn } from './ground.ts'
import { tell } from './measure.ts'

const rate = 500
const most = 5000
/** A process and its connections compile and plan meanwhile: told apart. */
const warmUpMs = 1000
const aims = { p50: 5, p99: 25 }

export const visibility: Bench = async (ground, { seconds = 5 }) => {
  const [core, raw] = await openCoreOn(ground)
  await openProjections(raw, core.store, [cartsProjection])
  const problems: string[] = []
  const pump = new Pump({
    databaseUrl: core.databaseUrl,
    store: core.store,
    subscriptions: [cartsProjection],
    notifications: core.notifications,
    report: ({ message }) => problems.push(message),
  })
  ground.opened.defer(() => pump.stop())
  pump.start()
  const [first, later]: [number[], number[]] = [[], []]
  const begun = performance.now()
  const appends = new OpenLoop(1000 / rate, most, async () => {
    const sent = performance.now()
    const { position } = await appendTo(core)
    const delays = sent - begun < warmUpMs ? first : later
    if (await core.positions.waitFor(['carts'], position)) delays.push(performance.now() - sent)
    else problems.push(`no row for position ${position}`)
  })
  await sleep(warmUpMs + seconds * 1000)
  await appends.stop()
  if (problems.length > 0) throw new Error(problems[0])
  const what = `${rate} appends/s, until the row can be read`
  tell(`${what}, in the first second of a process`, figureOf(first))
  const wanted = [
    { of: 'p50', value: quantile(later, 0.5), most: aims.p50, unit: ' ms' },
    { of: 'p99', value: quantile(later, 0.99), most: aims.p99, unit: ' ms' },
  ]
  return [tell(what, figureOf(later), ...wanted)]
}

function figureOf(delays: readonly number[]): string {
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)]
  return `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms of ${delays.length}`
}
