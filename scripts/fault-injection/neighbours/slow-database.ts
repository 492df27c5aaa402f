// A slow, narrow connection to the database while people keep coming: overdue callers are refused, and nothing piles
// up.
import { setTimeout as sleep } from 'node:timers/promises'
import { OpenLoop } from '#scripts/load/open-loop.ts'
import { Person, type Reply, type ShopAddress } from '#scripts/load/person.ts'
import { type Fault, harmOfOne, type Neighbour, type Place } from './fault.ts'

/** Half a second or more per packet, ten kilobytes a second per connection. */
const slowness = { delayMs: 500, jitterMs: 200, bytesPerSecond: 10_000 }
const everyMs = 25
/** Beyond this the machine is too slow for the rate. */
const mostUnderWay = 2000
const arriving = { patienceMs: 60_000, connections: mostUnderWay }
/** A statement's limit with its waits, and a margin for two or three of them, in milliseconds. */
const longestMs = 25_000
/** Deadline after the fault until nobody waits any more, in milliseconds. */
const restMs = 10_000
/** Number under way at normal speed. */
const few = 10

export async function slowDatabase({ random, shops }: Place): Promise<Fault> {
  const nth = random.below(shops.length)
  const { shop, network } = shops[nth] as Neighbour
  const arrivals = new Arrivals(shop)
  return {
    name: `slow database of shop ${nth} (${slowness.delayMs} ms and more a packet)`,
    harm: (call) => harmOfOne(nth, call),
    isLong: true,
    longestMs,
    recoversMs: restMs,
    async begin() {
      await arrivals.open()
      network.slow(slowness)
    },
    async end() {
      network.heal()
      await arrivals.rested()
      await arrivals.close()
    },
  }
}

/** A person's calls at a fixed rate. */
class Arrivals {
  readonly #person: Person
  readonly #problems = new Map<string, number>()
  #loop: OpenLoop | undefined

  constructor(shop: ShopAddress) {
    this.#person = new Person(shop, 200, arriving)
  }

  async open(): Promise<void> {
    await this.#person.register('llega@gamertech.test')
    this.#loop = new OpenLoop(everyMs, mostUnderWay, (nth) => this.#call(nth))
  }

  /** Waits until few calls are under way and nothing queues in the process. Throws on a timeout. */
  async rested(): Promise<void> {
    for (const since = performance.now(); ; await sleep(50)) {
      const underWay = this.#loop?.underWay.size ?? 0
      const waiting = [...(underWay > few ? [`${underWay} calls`] : []), ...(await this.#waitsInProcess())]
      if (waiting.length === 0) return
      if (performance.now() - since > restMs) throw new Error(`${restMs} ms after it wait ${waiting.join(', ')}`)
    }
  }

  /** Stops the arrivals. Throws if an answer was wrong. */
  async close(): Promise<void> {
    await this.#loop?.stop()
    this.#person.leave()
    if (this.#problems.size > 0)
      throw new Error([...this.#problems].map(([problem, times]) => `${times} times ${problem}`).join('; '))
  }

  /** Every second call needs both the account and read models. */
  async #call(nth: number): Promise<void> {
    const path = nth % 2 === 0 ? '/api/session' : `/api/cart/${this.#person.id}`
    const problem = problemOf(await this.#person.get(path))
    if (problem) this.#problems.set(problem, 1 + (this.#problems.get(problem) ?? 0))
  }

  /** The process's own metrics: callers waiting for a connection, and events waiting to be appended. */
  async #waitsInProcess(): Promise<string[]> {
    const { text } = await this.#person.get('/metrics')
    const isOfWaiting = /^gamertech_(append_waiting|pool_connections\{.*state="awaited".*\}) [1-9]/
    return text.split('\n').filter((line) => isOfWaiting.test(line))
  }
}

function problemOf({ status, retryAfter, text, ms }: Reply): string | undefined {
  if (ms > longestMs) return `no answer within ${longestMs} ms`
  if (status === 200 || (status === 503 && retryAfter !== null)) return undefined
  return `${status} ${text.slice(0, 200)}`
}
