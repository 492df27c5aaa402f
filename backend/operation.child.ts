// Child process for the panel's long operations, to spare the shop's memory and time.
import { constants, setPriority } from 'node:os'
import { createPool } from '#backend/db/database.ts'
import { cancelRebuild } from '#backend/eventstore/projections/rebuild.ts'
import { dryRun, rebuildRows } from '#backend/operations/projection-tasks.ts'
import { runWork, type Tasks } from '#backend/operations/work-run.ts'
import { verifyConnections } from '#backend/ops/verify/verify-context.ts'
import { verificationOf } from '#backend/ops/verify/whole/verification.ts'
import { openCore } from './shop.ts'
import type { FromChild, OperatingOn, ToChild } from './shop-operations.ts'

/** Connections of verify, and one for heartbeats. */
const maxConnections = verifyConnections + 1

// The next attempt continues with the committed part.
process.on('disconnect', () => process.exit(0))
let opened: ReturnType<typeof open> | undefined
process.on('message', (message: ToChild) => {
  if ('opens' in message) opened = open(message.opens)
  else void work(message.workId)
})
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

async function open({ databaseUrl, loginUrl, dataKey, sessionSecret }: OperatingOn) {
  const settings = { databaseUrl: loginUrl, dataKey: Buffer.from(dataKey, 'base64'), sessionSecret }
  const core = await openCore({ ...settings, isPatient: true })
  const name = `gamertech operation ${process.pid}`
  const pool = createPool(databaseUrl, { as: 'owner', max: maxConnections, name, limits: false })
  const parts = { pool, store: core.store }
  const tasks: Tasks = {
    'dry-run': (target, follow) => dryRun(parts, target, follow),
    rebuild: (target, follow) => rebuildRows({ ...parts, hold: false }, target, follow),
    hold: (target, follow) => rebuildRows({ ...parts, hold: true }, target, follow),
    verify: (_, follow) => verificationOf({ core, ownerPool: pool }, follow),
  }
  return { ...parts, tasks }
}

async function work(workId: string): Promise<void> {
  try {
    const parts = await opened
    if (!parts) throw new Error('nothing is opened')
    await runWork(
      {
        ...parts,
        async undo({ act, target }) {
          if (act === 'rebuild' || act === 'hold') await cancelRebuild(parts.pool, target)
        },
      },
      workId,
    )
    tell({ ended: workId })
  } catch (error) {
    tell({ failed: workId, why: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
  }
}

function tell(message: FromChild): void {
  process.send?.(message)
}
