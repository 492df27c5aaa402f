// One run: two shops under load lose their primary, and its standby takes over the address; then everything is
// judged. Shortly before, the standby is cut off: a synchronous one has everything acknowledged, an asynchronous one
// loses later commits.
import { setTimeout as sleep } from 'node:timers/promises'
import { Driver } from '#scripts/fault-injection/load/driver.ts'
import { Journal, type JournalLine } from '#scripts/fault-injection/load/journal.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { ShopProcess } from '#scripts/fault-injection/processes/shop-process.ts'
import { caughtUp, openShop } from '#scripts/fault-injection/processes/stage.ts'
import { judge } from '#scripts/fault-injection/verdict/judge.ts'
import { randomFrom } from '#scripts/load/random.ts'
import { checkDatabase } from '#scripts/start/preflight.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { type ServerOfCluster, startReplicatedCluster } from '#scripts/testing/replicated-cluster.ts'

export type FailedOver = {
  before: number
  cutOff: number
  after: number
  events: number
  /** Milliseconds from the kill to the first command on the new primary. */
  backMs: number
  /** The error of a start with the standby's address. */
  refusal: string
  /** Acknowledged appends missing on the new primary. */
  lost: number
  problems: string[]
}

const commands = { before: 100, cutOff: 20, after: 60 }
const manyPayments = 1_000_000
const patienceMs = 30_000

/** `replication`: the standby's connection to the primary. */
type Stage = {
  seed: number
  isSynchronous: boolean
  primary: ServerOfCluster
  standby: ServerOfCluster
  replication: FaultProxy
  address: FaultProxy
  journal: Journal
  shops: ShopProcess[]
}

export async function failOver(seed: number, { isSynchronous }: { isSynchronous: boolean }): Promise<FailedOver> {
  await using open = new AsyncDisposableStack()
  const { primary, replicas, replication, remove } = await startReplicatedCluster(1, {
    isSynchronous,
    isCuttable: true,
  })
  open.defer(remove)
  const [standby] = replicas
  if (!standby || !replication) throw new Error('no standby')
  const address = await FaultProxy.open(primary.url)
  open.defer(() => address.close())
  const journal = new Journal(open)
  const shops: ShopProcess[] = []
  open.defer(async () => {
    await Promise.all(shops.map((shop) => shop.stop()))
  })
  await openShop(address.databaseUrl)
  const stage = { seed, isSynchronous, primary, standby, replication, address, journal, shops }
  shops.push(...twoShops(address))
  return isSynchronous ? await onOneLife(stage) : await onTwoLives(stage)
}

/** No acknowledged append is lost, so the processes go on. */
async function onOneLife(stage: Stage): Promise<FailedOver> {
  const { standby, address, journal } = stage
  const driver = driverOf(stage, stage.seed)
  const load = driver.run()
  const { killedAt, ...counts } = await loseThePrimary(stage, driver)
  await standby.promote()
  address.lead(standby.url)
  const backMs = await goOn(driver, killedAt)
  await load
  const after = driver.counts.done - counts.before - counts.cutOff
  return { ...counts, backMs, after, lost: 0, ...(await judged(standby.url, journal.read())) }
}

/** Processes remember more than the new primary has, so they restart, as the handbook says. */
async function onTwoLives(stage: Stage): Promise<FailedOver> {
  const { standby, address, journal, shops } = stage
  const driver = driverOf(stage, stage.seed)
  const load = driver.run()
  const { killedAt, ...counts } = await loseThePrimary(stage, driver)
  driver.stop()
  for (const shop of shops) shop.kill()
  await load
  const journaled = journal.read()
  await standby.promote()
  address.lead(standby.url)
  const head = await headOf(standby.url)
  const lost = journaled.filter((line) => appendedAt(line) > head)
  shops.push(...twoShops(address))
  const next = driverOf(stage, stage.seed + 1, manyPayments)
  const nextLoad = next.run()
  const backMs = await goOn(next, killedAt)
  await nextLoad
  // "Already so" may refer to a lost append.
  const kept = journaled.filter((line) => appendedAt(line) > 0 && appendedAt(line) <= head)
  const all = [...kept, ...journal.read().slice(journaled.length)]
  return { ...counts, backMs, after: next.counts.done, lost: lost.length, ...(await judged(standby.url, all)) }
}

function twoShops({ databaseUrl }: FaultProxy): ShopProcess[] {
  return [ShopProcess.mortal({ databaseUrl }), ShopProcess.mortal({ databaseUrl })]
}

function driverOf({ journal, shops }: Stage, seed: number, lastPayment = 0): Driver {
  return new Driver({ random: randomFrom(seed), journal, shops: () => shops, rebuilds: false, lastPayment })
}

async function loseThePrimary({ isSynchronous, primary, standby, replication }: Stage, driver: Driver) {
  const refusal = await checkDatabase(standby.url).then(
    () => 'none',
    (error: unknown) => String(error),
  )
  await moreDone(driver, commands.before)
  const before = driver.counts.done
  replication.swallow()
  if (isSynchronous) await primary.until("select from pg_stat_activity where wait_event = 'SyncRep'")
  else await moreDone(driver, commands.cutOff)
  await primary.kill()
  return { refusal, before, cutOff: driver.counts.done - before, killedAt: performance.now() }
}

/** Waits until the new primary has carried out enough; returns the time to its first command. */
async function goOn(driver: Driver, killedAt: number): Promise<number> {
  await moreDone(driver, 1)
  const backMs = driver.lastDone - killedAt
  await moreDone(driver, commands.after)
  driver.stop()
  return backMs
}

/** The acknowledged position of a line; 0: none. */
function appendedAt(line: JournalLine): number {
  return 'answer' in line && line.answer.is === 'done' && line.answer.appended ? line.answer.position : 0
}

async function headOf(databaseUrl: string): Promise<number> {
  await using opened = new AsyncDisposableStack()
  return await (await openCoreUnderTest(databaseUrl, opened)).store.head()
}

async function judged(databaseUrl: string, journal: readonly JournalLine[]) {
  await using opened = new AsyncDisposableStack()
  const core = await openCoreUnderTest(databaseUrl, opened)
  await caughtUp(core)
  return { problems: await judge(core, journal), events: await core.store.head() }
}

async function moreDone({ counts }: Driver, wanted: number): Promise<void> {
  const goal = counts.done + wanted
  for (const since = performance.now(); counts.done < goal; await sleep(2))
    if (performance.now() - since > patienceMs) throw new Error(`${goal - counts.done} commands are not carried out`)
}
