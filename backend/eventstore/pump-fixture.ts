// For tests: a pump with the carts projection, and how to wait for it.
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import type { Core } from '#backend/wiring.ts'
import type { Projection } from './projection.ts'
import { Pump, type PumpReport } from './pump.ts'
import { registerSubscriptions } from './subscription.ts'

/** Starts a pump that feeds one projection. */
export async function startPump(
  core: Core,
  report: PumpReport,
  projection: Projection = cartsProjection,
): Promise<Pump> {
  const subscriptions = [{ kind: 'projection' as const, projection }]
  await registerSubscriptions(core.pool, subscriptions)
  const pump = new Pump({
    databaseUrl: core.databaseUrl,
    store: core.store,
    subscriptions,
    signals: core.signals,
    report,
  })
  pump.start()
  return pump
}

/** Waits until the projection has passed the end of the log; throws after ten seconds. */
export async function caughtUp(core: Core, name = 'carts'): Promise<void> {
  const head = await core.store.head()
  for (let tries = 0; tries < 20; tries++) if (await core.positions.waitFor([name], head)) return
  throw new Error(`${name} is at ${core.positions.reached(name)} of ${head}`)
}
