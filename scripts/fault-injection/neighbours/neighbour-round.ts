// One run: two whole shops under load meet one fault after another; bystanders must not notice.
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '#backend/db/database.ts'
import { Driver } from '#scripts/fault-injection/load/driver.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { openServer } from '#scripts/fault-injection/processes/server.ts'
import { caughtUp, openShop } from '#scripts/fault-injection/processes/stage.ts'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { judge } from '#scripts/fault-injection/verdict/judge.ts'
import { errands } from '#scripts/load/buyers.ts'
import { Crowd, type Errand } from '#scripts/load/crowd.ts'
import { randomFrom } from '#scripts/load/random.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import type { Fault, Neighbour, Place } from './fault.ts'
import { lockedReadModel, lockedStream } from './locks.ts'
import * as network from './network.ts'
import { type Noticed, noticeOf } from './notice.ts'
import { poisonedEvent } from './poison.ts'

const faults = { lockedStream, lockedReadModel, poisonedEvent, ...network }
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

/** The driver's timeout ends a dead connection at the latest. */
const servedAgainWithin = 50_000
const peoplePerShop = 3
const ready: Errand = { kind: 'ready', ask: (person) => person.get('/api/ready') }
const catalogue: Errand = {
  kind: 'catalogue',
  ask: (person, nth) => person.get(`/api/catalogue?q=P&page=${1 + (nth % 3)}`),
}
const habits = [
  [catalogue, errands.product, ready],
  [errands.add, errands.cart],
]

/** Runs one seed on its own server; `tell` hears of each fault. */
export async function meetNeighbours(one: Neighbours, pace: Pace, tell: (met: Met) => void = () => undefined) {
  await using opened = new AsyncDisposableStack()
  const place = await openPlace(one.seed, opened)
  const { core, planted, crowd } = place
  const shops = place.shops.map(({ shop }) => shop)
  const random = randomFrom(one.seed + 1)
  const driver = new Driver({ random, shops: () => shops, shoppers: 4, restMs: 40, rebuilds: false })
  const load = driver.run()
  const rest = async () => {
    driver.stop()
    await Promise.all([crowd.leave(), load])
  }
  opened.defer(rest)
  for (const nth of shops.keys()) for (let people = 0; people < peoplePerShop; people++) await place.join(nth)
  const met: Met[] = []
  const lost = new Set<number>()
  for (const name of one.faults ?? shuffled(place.random)) {
    const fault = await faults[name](place)
    met.push(await meet(place, fault, pace, lost))
    met.slice(-1).forEach(tell)
  }
  const ended = shops.every((shop) => shop.isReady) ? [] : ['a shop ended']
  await rest()
  await caughtUp(core)
  const problems = [...met.flatMap((each) => each.problems), ...ended, ...(await judge(core, driver.journal, planted))]
  return { met, commands: driver.counts, events: await core.store.head(), problems }
}

async function openPlace(seed: number, opened: AsyncDisposableStack): Promise<Place> {
  const { databaseUrl } = await openServer(opened)
  await openShop(databaseUrl)
  const core = await openCoreUnderTest(databaseUrl, opened)
  const owner = createPool(databaseUrl, { as: 'owner', max: 3, name: 'neighbour', limits: false })
  opened.defer(() => owner.end())
  const shops: Neighbour[] = []
  for (let nth = 0; nth < 2; nth++) {
    const proxy = await FaultProxy.open(databaseUrl)
    opened.defer(() => proxy.close())
    shops.push({ network: proxy, shop: await WholeShop.start(proxy.databaseUrl, opened, { movesClock: true }) })
  }
  const crowd = new Crowd(shops.map(({ shop }) => shop))
  const join = async (shop: number) => {
    const person = await crowd.register(shop)
    const { status, text } = await errands.add.ask(person)
    if (status !== 200) throw new Error(`a first addition was answered ${status}: ${text}`)
    crowd.walk(person, habits)
    return person
  }
  const planted = { unreadable: new Set<number>(), rewritten: new Set<number>() }
  return { random: randomFrom(seed), shops, crowd, join, owner, core, planted }
}

function shuffled({ below }: Place['random']): FaultName[] {
  const names = Object.keys(faults) as FaultName[]
  return names
    .map((name) => ({ name, at: below(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name)
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
  const gone = new Set([...lost, ...(fault.lost ?? [])])
  const isServed = await crowd.areServedAfter(end, fault.recoversMs ?? servedAgainWithin, gone)
  const again = performance.now()
  if (!isServed) trouble.push(`${fault.name}: not everybody is served ${Math.round(again - end)} ms after its end`)
  const windows = { before: calls(before, begin), during: calls(begin, end), until: calls(begin, again) }
  const noticed = noticeOf(fault, windows)
  for (const person of gone) lost.add(person)
  return { ...noticed, problems: [...trouble, ...noticed.problems], fault: fault.name, recoveredMs: again - end }
}

export function lineOf({ fault, p99, refused, unharmed, recoveredMs }: Met): string {
  const times = p99
    ? `p99 ${Math.round(p99.during)} ms, usually ${Math.round(p99.usual)} ms${p99.isSlow ? ': TOO SLOW' : ''}`
    : 'no p99'
  return `${fault}: ${unharmed} calls of bystanders, ${times}; ${refused} refused of others; all served ${Math.round(recoveredMs)} ms after its end`
}
