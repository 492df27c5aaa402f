import { constants, setPriority } from 'node:os'
import { createPool } from '#backend/db/database.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { openEventStore } from '#backend/eventstore/open-event-store.ts'
import { rebuildOrWait } from '#backend/eventstore/projections/open-projections.ts'
import { cancelRebuild } from '#backend/eventstore/projections/rebuild.ts'
import { Accounts } from '#backend/identity/accounts.ts'
import { dryRun, projectionNamed, rebuildRows } from '#backend/operations/projection-tasks.ts'
import { runWork, type Tasks } from '#backend/operations/work-run.ts'
import { verifyConnections } from '#backend/ops/verify/one-moment.ts'
import { verificationOf } from '#backend/ops/verify/whole/verification.ts'
import type { FromChild, ToChild } from './long-work.ts'

/** Connections of verify, and one for heartbeats. */
const maxConnections = verifyConnections + 1
const tellEvery = 5000

// The next attempt continues with the committed part.
process.on('disconnect', () => process.exit(0))
process.once('message', (asked: ToChild) => {
  run(asked).then(tell, (error: unknown) => {
    tell({ failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
  })
})
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

async function open({ databaseUrl, loginUrl, dataKey }: ToChild) {
  const masterKey = Buffer.from(dataKey, 'base64')
  const core = await openEventStore({ databaseUrl: loginUrl, log: shopLog, masterKey, isPatient: true })
  const name = `gamertech long work ${process.pid}`
  const pool = createPool(databaseUrl, { as: 'owner', max: maxConnections, name, limits: false })
  return { pool, store: core.store, core: { ...core, accounts: new Accounts(core) } }
}

type Parts = Awaited<ReturnType<typeof open>>

async function run(asked: ToChild): Promise<FromChild> {
  const parts = await open(asked)
  const { work } = asked
  if ('rebuild' in work) return { result: await rebuildAtStart(parts, work.rebuild) }
  await operate(parts, work.operation)
  return { result: null }
}

function rebuildAtStart({ pool, store }: Parts, name: string) {
  let toldAt = 0
  return rebuildOrWait({
    pool,
    store,
    projection: projectionNamed(name),
    progress(phase, done, total) {
      if (phase !== 'replay' || performance.now() - toldAt < tellEvery) return
      toldAt = performance.now()
      tell({ done, total })
    },
  })
}

function operate(parts: Parts, id: string): Promise<void> {
  const { pool, core } = parts
  const tasks: Tasks = {
    'dry-run': (target, follow) => dryRun(parts, target, follow),
    rebuild: (target, follow) => rebuildRows({ ...parts, hold: false }, target, follow),
    hold: (target, follow) => rebuildRows({ ...parts, hold: true }, target, follow),
    verify: (_, follow) => verificationOf({ core, ownerPool: pool }, follow),
  }
  const undo = async ({ act, target }: { act: string; target: string }) => {
    if (act === 'rebuild' || act === 'hold') await cancelRebuild(pool, target)
  }
  return runWork({ ...parts, tasks, undo }, id)
}

function tell(message: FromChild): void {
  process.send?.(message)
}
