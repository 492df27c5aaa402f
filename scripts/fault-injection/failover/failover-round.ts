// One run: two shops under load lose their primary without warning, its synchronous standby takes over behind the same address; then all is judged.
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Driver } from '#scripts/fault-injection/load/driver.ts'
import { Journal } from '#scripts/fault-injection/load/journal.ts'
import { randomFrom } from '#scripts/fault-injection/load/random.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { ShopProcess } from '#scripts/fault-injection/processes/shop-process.ts'
import { caughtUp, openShop } from '#scripts/fault-injection/processes/stage.ts'
import { judge } from '#scripts/fault-injection/verdict/judge.ts'
import { checkDatabase } from '#scripts/start/preflight.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { type ServerOfCluster, startReplicatedCluster } from '#scripts/testing/replicated-cluster.ts'

export type FailedOver = {
  commands: Driver['counts']
  /** Commands carried out before the primary was killed, and after. */
  before: number
  after: number
  events: number
  /** From the kill to the first command that the new primary carried out, in milliseconds. */
  backMs: number
  /** What a start is told that is given the standby's address. */
  refusal: string
  problems: string[]
}

/** How many commands are carried out before the primary is killed, and how many on the new one. */
const commandsEach = 150
const patienceMs = 30_000

export async function failOver(seed: number): Promise<FailedOver> {
  const { primary, replicas, remove } = await startReplicatedCluster(1, { isSynchronous: true })
  const address = await FaultProxy.open(primary.url)
  const journalFile = join(tmpdir(), `gamertech-failover-${process.pid}-${seed}.journal`)
  const journal = new Journal(journalFile)
  const shops: ShopProcess[] = []
  try {
    await openShop(address.databaseUrl)
    shops.push(ShopProcess.mortal(address.databaseUrl), ShopProcess.mortal(address.databaseUrl))
    const driver = new Driver({ random: randomFrom(seed), journal, shops: () => shops, rebuilds: false })
    const [standby] = replicas as [ServerOfCluster]
    const times = await loseThePrimary(driver, { primary, standby, address })
    const verdict = await judged(standby.url, journal)
    return { ...times, ...verdict, commands: driver.counts }
  } finally {
    for (const shop of shops) shop.kill()
    await Promise.all(shops.map((shop) => shop.ended))
    journal.close()
    await rm(journalFile, { force: true })
    await address.close()
    await remove()
  }
}

type Servers = { primary: ServerOfCluster; standby: ServerOfCluster; address: FaultProxy }

async function loseThePrimary(driver: Driver, { primary, standby, address }: Servers) {
  const load = driver.run()
  const refusal = await checkDatabase(standby.url).then(
    () => 'none',
    (error: unknown) => String(error),
  )
  await moreDone(driver, commandsEach)
  const before = driver.counts.done
  await primary.kill()
  const killedAt = performance.now()
  await standby.promote()
  address.lead(standby.url)
  await moreDone(driver, 1)
  const backMs = driver.lastDone - killedAt
  await moreDone(driver, commandsEach)
  driver.stop()
  await load
  return { refusal, before, backMs, after: driver.counts.done - before }
}

async function judged(databaseUrl: string, journal: Journal) {
  const core = await openCoreUnderTest(databaseUrl)
  try {
    await caughtUp(core)
    return { problems: await judge(core, journal.read()), events: await core.store.head() }
  } finally {
    await core.close()
  }
}

async function moreDone({ counts }: Driver, wanted: number): Promise<void> {
  const goal = counts.done + wanted
  for (const since = performance.now(); counts.done < goal; await sleep(2))
    if (performance.now() - since > patienceMs) throw new Error(`${goal - counts.done} commands are not carried out`)
}
