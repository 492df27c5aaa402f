// How long after an append its row can be read, at a steady rate.

import { setTimeout as sleep } from 'node:timers/promises'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import { OpenLoop } from '#scripts/load/open-loop.ts'
import { quantile } from '#scripts/load/quantile.ts'
import { appendTo } from './append.ts'
import { type Bench, openCoreOn } from './ground.ts'
import { quantilesOf, tell } from './measure.ts'

const rate = 500
const most = 5000

export const visibility: Bench = {
  async run(ground, { seconds = 5 }) {
    await using opened = new AsyncDisposableStack()
    const databaseUrl = await ground.createDatabase()
    const [core, raw] = await openCoreOn(databaseUrl, opened)
    await openProjections(raw, core.store, [cartsProjection])
    const problems: string[] = []
    const pump = new Pump({
      databaseUrl,
      store: core.store,
      subscriptions: [{ kind: 'projection', projection: cartsProjection }],
      notifications: core.notifications,
      report: ({ message }) => problems.push(message),
    })
    opened.defer(() => pump.stop())
    pump.start()
    const delays: number[] = []
    const appends = new OpenLoop(1000 / rate, most, async () => {
      const sent = performance.now()
      const { position } = await appendTo(core)
      if (await core.positions.waitFor(['carts'], position)) delays.push(performance.now() - sent)
      else problems.push(`no row for position ${position}`)
    })
    await sleep(seconds * 1000)
    await appends.stop()
    if (problems.length > 0) throw new Error(problems[0])
    const { p50, p95 } = quantilesOf(delays)
    const p99 = quantile(delays, 0.99)
    const figure = `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} p99 ${p99.toFixed(1)} ms of ${delays.length}`
    const what = `${rate} appends/s, until the row can be read`
    return [tell({ what, figure, aim: 'p50 <= 5 ms, p99 <= 25 ms', isReached: p50 <= 5 && p99 <= 25 })]
  },
}
