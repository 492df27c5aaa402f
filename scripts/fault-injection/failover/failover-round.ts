// One run: two shops under load lose their primary, shortly after its standby was cut off, which takes over the address.
// A synchronous one has everything acknowledged, an asynchronous one loses later commits.
import type { JournalLine } from '#scripts/fault-injection/load/command.ts'
import { Driver } from '#scripts/fault-injection/load/driver.ts'
import type { Child } from '#scripts/fault-injection/processes/child.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { startMortal } from '#scripts/fault-injection/processes/shop-process.ts'
import { openShop } from '#scripts/fault-injection/processes/stage.ts'
import { judgeRead } from '#scripts/fault-injection/verdict/judge.ts'
import { randomFrom } from '#scripts/load/random.ts'
import { waitFor } from '#scripts/load/wait-for.ts'
import { checkDatabase } from '#scripts/start/preflight.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { startReplicatedCluster } from '#scripts/testing/replicated-cluster.ts'

const commands = { before: 100, cutOff: 20, after: 60 }
const manyPayments = 1_000_000
const patienceMs = 30_000

type Life = { shops: Child[]; driver: Driver; load: Promise<void> }

/**
 * `before`, `cutOff`, `after`: commands carried out. `backMs`: from the kill to the first command on the new primary.
 * `refusal`: the error of a start with the standby's address. `lost`: acknowledged appends missing on the new primary.
 */
export async function failOver(seed: number, { isSynchronous }: { isSynchronous: boolean }) {
  await using opened = new AsyncDisposableStack()
  const cluster = await startReplicatedCluster(1, { isSynchronous, isCuttable: true })
  opened.defer(cluster.remove)
  const { primary, replication } = cluster
  const [standby] = cluster.replicas
  if (!standby || !replication) throw new Error('no standby')
  const address = await FaultProxy.open(primary.url)
  opened.defer(() => address.close())
  await openShop(address.databaseUrl)
  const first = begin(address, seed, opened)
  const refusal = await checkDatabase(standby.url).then(() => 'none', String)
  await moreDone(first.driver, commands.before)
  const before = first.driver.counts.done
  replication.swallow()
  if (isSynchronous) await primary.until("select from pg_stat_activity where wait_event = 'SyncRep'")
  else await moreDone(first.driver, commands.cutOff)
  await primary.kill()
  const killedAt = performance.now()
  const done = first.driver.counts.done
  // Processes remember more than an asynchronous standby has, so they restart, as the handbook says.
  if (!isSynchronous) {
    first.driver.stop()
    for (const shop of first.shops) shop.kill()
    await first.load
  }
  await standby.promote()
  address.lead(standby.url)
  const head = isSynchronous ? Number.POSITIVE_INFINITY : await headOf(standby.url)
  const next = isSynchronous ? first : begin(address, seed + 1, opened, manyPayments)
  const backMs = await goOn(next, killedAt)
  const appended = first.driver.journal.filter((line) => appendedAt(line) > 0)
  // "Already so" may refer to a lost append.
  const kept = appended.filter((line) => appendedAt(line) <= head)
  const journal = isSynchronous ? first.driver.journal : [...kept, ...next.driver.journal]
  const figures = { before, cutOff: done - before, backMs, refusal, lost: appended.length - kept.length }
  const after = isSynchronous ? next.driver.counts.done - done : next.driver.counts.done
  return { ...figures, after, ...(await judgeRead(standby.url, journal)) }
}

function begin(address: FaultProxy, seed: number, opened: AsyncDisposableStack, lastPayment = 0): Life {
  const shops = [0, 1].map(() => startMortal({ databaseUrl: address.databaseUrl }))
  for (const shop of shops) opened.defer(() => shop.stop())
  const driver = new Driver({ random: randomFrom(seed), shops: () => shops, rebuilds: false, lastPayment })
  opened.defer(async () => driver.stop())
  return { shops, driver, load: driver.run() }
}

/** Waits until the new primary has carried out enough; returns the time to its first command. */
async function goOn({ driver, load }: Life, killedAt: number): Promise<number> {
  await moreDone(driver, 1)
  const backMs = driver.lastDone - killedAt
  await moreDone(driver, commands.after)
  driver.stop()
  await load
  return backMs
}

/** The acknowledged position of a line; 0: none. */
function appendedAt({ answer }: JournalLine): number {
  return answer.is === 'done' && answer.appended ? answer.position : 0
}

async function headOf(databaseUrl: string): Promise<number> {
  await using opened = new AsyncDisposableStack()
  return await (await openCoreUnderTest(databaseUrl, opened)).store.head()
}

function moreDone({ counts }: Driver, wanted: number): Promise<void> {
  const goal = counts.done + wanted
  return waitFor(`${wanted} more commands are carried out`, patienceMs, async () => counts.done >= goal, 2)
}
