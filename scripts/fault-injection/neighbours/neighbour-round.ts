// One run: two whole shops under load meet one fault after another; bystanders must not notice, and all books must
// balance.
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '#backend/db/database.ts'
import { Driver } from '#scripts/fault-injection/load/driver.ts'
import { Journal } from '#scripts/fault-injection/load/journal.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { openServer } from '#scripts/fault-injection/processes/server.ts'
import { caughtUp, openShop } from '#scripts/fault-injection/processes/stage.ts'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { judge } from '#scripts/fault-injection/verdict/judge.ts'
import { plentifulProduct } from '#scripts/load/buyers.ts'
import { Crowd, type Errand } from '#scripts/load/crowd.ts'
import { randomFrom } from '#scripts/load/random.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { jumpingClock } from './clock.ts'
import type { Fault, Neighbour, Place } from './fault.ts'
import { errandsWith } from './habits.ts'
import { lockedReadModel, lockedStream } from './locks.ts'
import { halfSentMessage, lossyNetwork, slowNetwork, swallowingNetwork } from './network.ts'
import { type Noticed, noticeOf } from './notice.ts'
import { poisonedEvent } from './poison.ts'
import { slowDatabase } from './slow-database.ts'

const faults = {
  lockedStream,
  lockedReadModel,
  poisonedEvent,
  halfSentMessage,
  jumpingClock,
  slowNetwork,
  slowDatabase,
  lossyNetwork,
  swallowingNetwork,
}
export type FaultName = keyof typeof faults

/** Milliseconds: the measurement before each fault, a normal fault, and a long one. */
export type Pace = { usualMs: number; faultMs: number; longMs: number }
export type Neighbours = {
  seed: number
  /** Default: all, in the seed's order. */
  faults?: readonly FaultName[] | undefined
}
/** `recoveredMs`: from the fault's end until everybody was served again. */
export type Met = Noticed & { fault: string; recoveredMs: number }
export type Withstood = { met: Met[]; commands: Driver['counts']; events: number; problems: string[] }

/** The driver's timeout ends a dead connection at the latest. */
const servedAgainWithin = 50_000

/** Runs one seed on its own server; `tell` hears of each fault. */
export async function meetNeighbours(
  one: Neighbours,
  pace: Pace,
  tell: (met: Met) => void = () => undefined,
): Promise<Withstood> {
  await using open = new AsyncDisposableStack()
  const random = randomFrom(one.seed)
  const { databaseUrl } = await openServer(open)
  const journal = new Journal(open)
  await openShop(databaseUrl)
  const core = await openCoreUnderTest(databaseUrl, open)
  const owner = createPool(databaseUrl, { as: 'owner', max: 3, name: 'neighbour', limits: false })
  open.defer(() => owner.end())
  const shops = await twoShops(databaseUrl, open)
  const addresses = shops.map(({ shop }) => shop)
  const crowd = new Crowd(addresses, habits)
  const join = (shop: number) => crowd.join(shop, errands.add)
  const planted = { unreadable: new Set<number>(), rewritten: new Set<number>() }
  const place = { random, shops, crowd, join, owner, core, planted }
  const driver = new Driver({
    random: randomFrom(one.seed + 1),
    journal,
    shops: () => addresses.map((shop) => shop.process),
    shoppers: 4,
    restMs: 40,
    rebuilds: false,
  })
  const load = driver.run()
  const rest = async () => {
    driver.stop()
    await Promise.all([crowd.leave(), load])
  }
  open.defer(rest)
  const { met, problems } = await meetAll(place, chosen(one, random), pace, tell)
  await rest()
  await caughtUp(core)
  problems.push(...(await judge(core, journal.read(), planted)))
  return { met, commands: driver.counts, events: await core.store.head(), problems }
}

async function twoShops(databaseUrl: string, open: AsyncDisposableStack): Promise<Neighbour[]> {
  const shops: Neighbour[] = []
  for (let nth = 0; nth < 2; nth++) {
    const network = await FaultProxy.open(databaseUrl)
    open.defer(() => network.close())
    const shop = await WholeShop.start(network.databaseUrl, { movesClock: true })
    open.defer(() => shop.stop())
    shops.push({ shop, network })
  }
  return shops
}

function chosen({ faults: asked }: Neighbours, { below }: Place['random']): readonly FaultName[] {
  if (asked) return asked
  const names = Object.keys(faults) as FaultName[]
  return names
    .map((name) => ({ name, at: below(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name)
}

const peoplePerShop = 3
const errands = errandsWith(plentifulProduct)
const ready: Errand = { kind: 'ready', ask: (person) => person.get('/api/ready') }
/** Other pages in turn, so that not all are cached. */
const catalogue: Errand = {
  kind: 'catalogue',
  ask: (person, nth) => person.get(`/api/catalogue?q=P&page=${1 + (nth % 3)}`),
}
const habits = [
  [catalogue, errands.product, ready],
  [errands.add, errands.cart],
]

async function meetAll(place: Place, names: readonly FaultName[], pace: Pace, tell: (met: Met) => void) {
  const problems: string[] = []
  const all: Met[] = []
  const lost = new Set<number>()
  for (const shop of place.shops.keys()) for (let nth = 0; nth < peoplePerShop; nth++) await place.join(shop)
  for (const name of names) {
    const fault = await faults[name](place)
    const met = await meet(place, fault, pace, lost)
    tell(met)
    all.push(met)
    problems.push(...met.problems)
  }
  if (place.shops.some(({ shop }) => !shop.process.isReady)) problems.push('a shop ended')
  return { met: all, problems }
}

/** `lost`: people never served again, extended by this fault. */
async function meet({ crowd }: Place, fault: Fault, pace: Pace, lost: Set<number>): Promise<Met> {
  const calls = (from: number, until: number) => crowd.between(from, until).filter(({ person }) => !lost.has(person))
  const before = performance.now()
  await sleep(pace.usualMs)
  const begin = performance.now()
  const trouble: string[] = []
  const note = (error: unknown) => void trouble.push(`${fault.name}: ${String(error)}`)
  await fault.begin().catch(note)
  await sleep(Math.max(0, begin + (fault.isLong ? pace.longMs : pace.faultMs) - performance.now()))
  await fault.end().catch(note)
  const end = performance.now()
  const limit = fault.recoversMs ?? servedAgainWithin
  const isServed = await crowd.areServedAfter(end, limit, new Set([...lost, ...(fault.lost ?? [])]))
  const recovered = performance.now()
  if (!isServed) trouble.push(`${fault.name}: not everybody is served ${Math.round(recovered - end)} ms after its end`)
  const noticed = noticeOf(fault, calls(before, begin), calls(begin, end), calls(begin, recovered))
  for (const person of fault.lost ?? []) lost.add(person)
  return { ...noticed, problems: [...trouble, ...noticed.problems], fault: fault.name, recoveredMs: recovered - end }
}

export function lineOf({ fault, p99, refused, unharmed, recoveredMs }: Met): string {
  const times = p99
    ? `p99 ${Math.round(p99.during)} ms, usually ${Math.round(p99.usual)} ms${p99.isSlow ? ': TOO SLOW' : ''}`
    : 'no p99'
  return `${fault}: ${unharmed} calls of bystanders, ${times}; ${refused} refused of others; all served ${Math.round(recoveredMs)} ms after its end`
}
