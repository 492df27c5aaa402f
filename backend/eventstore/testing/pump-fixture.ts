// For tests: a pump with the members projection, and how to wait for it.
import { createPool } from '#backend/db/database.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import type { PumpReport } from '#backend/eventstore/subscriptions/feeding.ts'
import { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import type { Subscription } from '#backend/eventstore/subscriptions/subscription.ts'
import { membersProjection } from './library/members.projection.ts'
import type { Core } from './test-store.ts'

/** Starts a pump that feeds one projection, and what else is handed in. */
export async function startPump(
  core: Core,
  report: PumpReport,
  projection: Projection = membersProjection,
  others: readonly Subscription[] = [],
): Promise<Pump> {
  const owner = openOwnerPool(core)
  const [failed] = await openProjections(owner, core.store, [projection])
  await owner.end()
  if (failed) throw failed.error
  const pump = new Pump({
    databaseUrl: core.databaseUrl,
    store: core.store,
    subscriptions: [projection, ...others],
    notifications: core.notifications,
    report,
  })
  pump.start()
  return pump
}

/** A pool with the owner's rights, as rebuilds need; end it yourself. */
export function openOwnerPool(core: Pick<Core, 'databaseUrl'>, name = 'gamertech ops') {
  return createPool(core.databaseUrl, { as: 'owner', max: 3, name, limits: false })
}

/** Waits until the projection has passed the end of the log; throws after ten seconds. */
export async function caughtUp(core: Core, name = 'members'): Promise<void> {
  const head = await core.store.head()
  for (let tries = 0; tries < 20; tries++) if (await core.positions.waitFor([name], head)) return
  throw new Error(`${name} is at ${core.positions.reached(name)} of ${head}`)
}
