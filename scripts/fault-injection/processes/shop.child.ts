// The shop to be killed: carries out commands, feeds read models, works jobs, and dies at its failpoint.
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '#backend/db/database.ts'
import { JobQueue } from '#backend/jobs/queue.ts'
import { type Core, openPump } from '#backend/shop.ts'
import { carryOut, servicesOf } from '#scripts/fault-injection/load/carry-out.ts'
import type { Command } from '#scripts/fault-injection/load/command.ts'
import { openCoreUnderTest } from './core-under-test.ts'
import { armFailpoint, parseFailpoint } from './failpoint.ts'

const [databaseUrl = '', failpoint] = process.argv.slice(2)
const silent = () => undefined
const owner = createPool(databaseUrl, { as: 'owner', max: 3, limits: false })

/** Retries until the server accepts it. */
async function begin(): Promise<Core> {
  for (;;) {
    try {
      const core = await openCoreUnderTest(databaseUrl)
      await feed(core).catch(async (error: unknown) => {
        await core.close()
        throw error
      })
      return core
    } catch {
      await sleep(100)
    }
  }
}

async function feed(core: Core): Promise<void> {
  const pump = await openPump(core, owner, new JobQueue(core.pool, silent), silent)
  pump.start()
}

process.on('disconnect', () => process.exit())
const core = await begin()
const services = servicesOf(core)
process.on('message', (sent) => {
  const { id, command } = sent as { id: string; command: Command }
  void carryOut(services, owner, id, command).then((answer) => process.send?.({ id, answer }))
})
if (failpoint) armFailpoint(parseFailpoint(failpoint))
process.send?.('ready')
