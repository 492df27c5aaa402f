// The shop to be killed: carries out commands, feeds read models, works jobs, and dies at its failpoint.
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '#backend/db/database.ts'
import { JobQueue } from '#backend/jobs/queue.ts'
import { type Core, openPump } from '#backend/shop.ts'
import { carryOut, servicesOf } from '#scripts/fault-injection/load/carry-out.ts'
import type { Command } from '#scripts/fault-injection/load/command.ts'
import { answerParent, specOfChild } from './child.ts'
import { openCoreUnderTest } from './core-under-test.ts'
import { armFailpoint } from './failpoint.ts'
import type { MortalSpec } from './shop-process.ts'

const { databaseUrl, failpoint, connections } = specOfChild<MortalSpec>()
const silent = () => undefined
const owner = createPool(databaseUrl, { as: 'owner', max: 3, limits: false })

async function begin(): Promise<Core> {
  for (;;) {
    try {
      const core = await openCoreUnderTest(databaseUrl)
      if (connections !== undefined) core.pool.options.max = connections
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

const services = servicesOf(await begin())
if (failpoint) armFailpoint(failpoint)
answerParent(null, ({ id, command }: { id: string; command: Command }) => carryOut(services, owner, id, command))
