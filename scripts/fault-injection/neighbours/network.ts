// Faults of the network between one shop and its database, and of its clock.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '#scripts/load/crowd.ts'
import { OpenLoop } from '#scripts/load/open-loop.ts'
import type { Person } from '#scripts/load/person.ts'
import type { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import type { Fault, Neighbour, Place } from './fault.ts'

/** Harms one shop only: its leader yields or loses its role before others' carts notice. */
function ofOneShop({ random, shops }: Place, name: string, begin: (network: FaultProxy) => void) {
  const nth = random.below(shops.length)
  const { network } = shops[nth] as Neighbour
  return {
    ...{ nth, network },
    name: `${name} of shop ${nth}`,
    concerns: (call: Call) => call.shop === nth,
    begin: async () => begin(network),
    end: async () => network.heal(),
  }
}

/** Cuts an append's message short: its transaction holds the order lock, which all writers need. */
export async function halfSentMessage(place: Place): Promise<Fault> {
  const when = place.random.pick(['end', 'end and answer'] as const)
  const fault = ofOneShop(place, `half-sent append (${when} lost)`, (network) => network.arm({ when, of: 'es.append' }))
  return { ...fault, concerns: ({ kind }) => kind === 'add', end: async () => fault.network.disarm() }
}

export async function slowNetwork(place: Place): Promise<Fault> {
  const delayMs = 20 + place.random.below(80)
  return ofOneShop(place, `slow network (${delayMs} ms each way)`, (network) => network.slow({ delayMs }))
}

/** Loses some packets; later ones wait for the retransmission. */
export async function lossyNetwork(place: Place): Promise<Fault> {
  const [delayMs, percent] = [5 + place.random.below(20), 1 + place.random.below(5)]
  const name = `lossy network (${percent} % lost, ${delayMs} ms each way)`
  return ofOneShop(place, name, (network) => network.slow({ delayMs, lostShare: percent / 100 }))
}

export async function swallowingNetwork(place: Place): Promise<Fault> {
  const fault = ofOneShop(place, 'swallowing network', (network) => network.swallow())
  return { ...fault, longestMs: 6000, recoversMs: 10_000 }
}

const slowness = { delayMs: 500, jitterMs: 200, bytesPerSecond: 10_000 }
const everyMs = 25
const mostUnderWay = 2000
/** A statement's limit with its waits, and a margin for two or three of them, in milliseconds. */
const longestMs = 25_000
/** Deadline after the fault until nobody waits any more, in milliseconds. */
const recoversMs = 10_000

/** People keep coming to a shop with a slow, narrow database: the overdue are refused, and nothing piles up. */
export async function slowDatabase(place: Place): Promise<Fault> {
  const { crowd } = place
  const name = `slow database (${slowness.delayMs} ms and more a packet)`
  const fault = ofOneShop(place, name, (network) => network.slow(slowness))
  const lost = new Set<number>()
  let [person, arrivals]: [Person?, OpenLoop?] = []
  const begin = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: mostUnderWay })
    const one = await crowd.register(fault.nth, 0, agent)
    person = one
    lost.add(one.id)
    // Every second call needs both the account and read models.
    const call = (nth: number) => (nth % 2 === 0 ? one.get('/api/session') : one.readCart())
    arrivals = new OpenLoop(everyMs, mostUnderWay, async (nth) => crowd.note('arrival', one, await call(nth)))
    await fault.begin()
  }
  const end = async () => {
    await fault.end()
    if (person && arrivals) await untilNobodyWaits(person, arrivals)
    await arrivals?.stop()
  }
  return { ...fault, begin, end, lost, isLong: true, longestMs, recoversMs }
}

const usuallyUnderWay = 10
/** The process's own metrics: callers waiting for a connection, and events waiting to be appended. */
const ofWaiting = /^gamertech_(append_waiting|pool_connections\{.*state="awaited".*\}) [1-9].*$/gm

/** Throws if calls are under way or something queues in the process for too long. */
async function untilNobodyWaits(person: Person, { underWay }: OpenLoop): Promise<void> {
  for (const since = performance.now(); ; await sleep(50)) {
    const calls = underWay.size > usuallyUnderWay ? [`${underWay.size} calls`] : []
    const waiting = [...calls, ...((await person.get('/metrics')).text.match(ofWaiting) ?? [])]
    if (waiting.length === 0) return
    if (performance.now() - since > recoversMs) throw new Error(`${recoversMs} ms after it wait ${waiting.join(', ')}`)
  }
}

const hour = 3_600_000

/** Shifts clocks by an hour and back, while somebody joins. Sessions use the database's clock: nothing may happen. */
export async function jumpingClock({ random, shops, join }: Place): Promise<Fault> {
  const ahead = random.pick([hour, -hour])
  const chosen = random.below(shops.length + 1)
  const isAll = chosen === shops.length
  const move = (ahead: number) => {
    const moved = shops.filter((_, nth) => isAll || nth === chosen)
    return Promise.all(moved.map(({ shop }) => shop.ask({ ahead })))
  }
  return {
    name: `clock of ${isAll ? 'all shops' : `shop ${chosen}`} an hour ${ahead > 0 ? 'forth' : 'back'}`,
    concerns: () => false,
    begin: async () => {
      await move(ahead)
      await join(chosen % shops.length)
    },
    end: () => move(0),
  }
}
