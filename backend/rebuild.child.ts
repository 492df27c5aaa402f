// Child process that rebuilds one read model, to spare the starting shop's memory and time.
import { constants, setPriority } from 'node:os'
import { createPool } from '#backend/db/database.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { openEventStore } from '#backend/eventstore/open-event-store.ts'
import { rebuildOrWait } from '#backend/eventstore/projections/open-projections.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { ChildWork, FromChild } from './child-rebuilder.ts'

const tellEvery = 500

// The next start continues with the committed part.
process.on('disconnect', () => process.exit(1))
process.once('message', (work: ChildWork) => void rebuild(work))
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

async function rebuild({ name, databaseUrl, loginUrl, dataKey }: ChildWork): Promise<void> {
  const masterKey = Buffer.from(dataKey, 'base64')
  const opened = await openEventStore({ databaseUrl: loginUrl, log: shopLog, masterKey, isPatient: true })
  const pool = createPool(databaseUrl, { as: 'owner', max: 3, name: `gamertech rebuild ${process.pid}`, limits: false })
  let toldAt = 0
  try {
    const projection = projections.find((one) => one.name === name)
    if (!projection) throw new Error(`no projection is called ${name}`)
    const rebuilt = await rebuildOrWait({
      pool,
      store: opened.store,
      projection,
      progress(phase, done, total) {
        if (phase !== 'replay' || performance.now() - toldAt < tellEvery) return
        toldAt = performance.now()
        tell({ done, total })
      },
    })
    tell({ rebuilt })
  } catch (error) {
    tell({ failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
  } finally {
    await pool.end()
    await opened.close()
  }
  process.disconnect()
}

function tell(message: FromChild): void {
  process.send?.(message)
}
