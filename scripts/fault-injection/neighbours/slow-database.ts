// A database that answers late and little at a time, while people keep coming: whoever can wait no longer is refused, and nothing piles up.
import { setTimeout as sleep } from 'node:timers/promises'
import { clientOf } from '#scripts/testing/client.ts'
import { type Fault, harmOfOne, type Place } from './fault.ts'
import { type Reply, Visitor } from './visitor.ts'
import type { WholeShop } from './whole-shop.ts'

/** Half a second or more for each packet, and ten kilobytes a second for each connection. */
const slowness = { delayMs: 500, jitterMs: 200, bytesPerSecond: 10_000 }
/** How often somebody comes, whatever became of those before, in milliseconds. */
const everyMs = 25
/** Beyond this the machine is too slow for the rate. */
const mostUnderWay = 2000
/** As long as a statement and the waits before it may take, and a margin for two or three of them in one call, in milliseconds. */
const longestMs = 25_000
/** After its end nobody waits any more within so many milliseconds, while people keep coming. */
const restMs = 10_000
/** So few are under way where a call takes some milliseconds. */
const few = 10

/** Every packet between one shop and the database is late, and slow, for as long as there is time. */
export async function slowDatabase({ random, shops }: Place): Promise<Fault> {
  const nth = random.below(shops.length)
  const shop = shops[nth] as WholeShop
  const arrivals = new Arrivals(shop.url)
  return {
    name: `slow database of shop ${nth} (${slowness.delayMs} ms and more a packet)`,
    harm: (call) => harmOfOne(nth, call),
    isLong: true,
    longestMs,
    recoversMs: restMs,
    async begin() {
      await arrivals.open()
      shop.network.slow(slowness)
    },
    async end() {
      shop.network.heal()
      await arrivals.rested(() => waitsIn(shop))
      await arrivals.close()
    },
  }
}

/** One person's calls, which come at a fixed rate. */
class Arrivals {
  readonly #visitor: Visitor
  readonly #underWay = new Set<Promise<void>>()
  readonly #problems = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #nth = 0

  constructor(url: string) {
    this.#visitor = new Visitor(url)
  }

  async open(): Promise<void> {
    await this.#visitor.register('llega@gamertech.test')
    this.#timer = setInterval(() => {
      if (this.#underWay.size >= mostUnderWay) return
      const call = this.#call().finally(() => this.#underWay.delete(call))
      this.#underWay.add(call)
    }, everyMs)
  }

  /** Until few are under way, and nothing waits in the process. Throws if that takes too long. */
  async rested(waits: () => Promise<string[]>): Promise<void> {
    for (const since = performance.now(); ; await sleep(50)) {
      const waiting = [...(this.#underWay.size > few ? [`${this.#underWay.size} calls`] : []), ...(await waits())]
      if (waiting.length === 0) return
      if (performance.now() - since > restMs) throw new Error(`${restMs} ms after it wait ${waiting.join(', ')}`)
    }
  }

  /** Nobody comes any more. Throws if somebody was not answered as they should be. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#underWay)
    if (this.#problems.size > 0)
      throw new Error([...this.#problems].map(([problem, times]) => `${times} times ${problem}`).join('; '))
  }

  /** Every second one needs both the account and read models. */
  async #call(): Promise<void> {
    const path = this.#nth++ % 2 === 0 ? '/api/session' : `/api/cart/${this.#visitor.id}`
    const since = performance.now()
    const problem = problemOf(await this.#visitor.send('GET', path), performance.now() - since)
    if (problem) this.#problems.set(problem, 1 + (this.#problems.get(problem) ?? 0))
  }
}

function problemOf({ status, retryAfter, text }: Reply, ms: number): string | undefined {
  if (ms > longestMs) return `no answer within ${longestMs} ms`
  if (status === 200 || (status === 503 && retryAfter !== null)) return undefined
  return `${status} ${text.slice(0, 200)}`
}

/** By what the process says of itself: callers who wait for a connection, and events to be appended. */
async function waitsIn({ url }: WholeShop): Promise<string[]> {
  const { body } = await clientOf(url, url.replace('localhost', '127.0.0.1')).get('/metrics')
  const isOfWaiting = /^gamertech_(append_waiting|pool_connections\{.*state="awaited".*\}) [1-9]/
  return String(body)
    .split('\n')
    .filter((line) => isOfWaiting.test(line))
}
