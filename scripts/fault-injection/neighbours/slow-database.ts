// A slow, narrow connection to the database while people keep coming: overdue callers are refused, and nothing piles
// up.
import { setTimeout as sleep } from 'node:timers/promises'
import { clientOf } from '#scripts/testing/client.ts'
import { type Fault, harmOfOne, type Place } from './fault.ts'
import { type Reply, Visitor } from './visitor.ts'
import type { WholeShop } from './whole-shop.ts'

/** Half a second or more per packet, ten kilobytes a second per connection. */
const slowness = { delayMs: 500, jitterMs: 200, bytesPerSecond: 10_000 }
const everyMs = 25
/** Beyond this the machine is too slow for the rate. */
const mostUnderWay = 2000
/** A statement's limit with its waits, and a margin for two or three of them, in milliseconds. */
const longestMs = 25_000
/** Deadline after the fault until nobody waits any more, in milliseconds. */
const restMs = 10_000
/** Number under way at normal speed. */
const few = 10

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

/** A person's calls at a fixed rate. */
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

  /** Waits until few calls are under way and nothing queues in the process. Throws on a timeout. */
  async rested(waits: () => Promise<string[]>): Promise<void> {
    for (const since = performance.now(); ; await sleep(50)) {
      const waiting = [...(this.#underWay.size > few ? [`${this.#underWay.size} calls`] : []), ...(await waits())]
      if (waiting.length === 0) return
      if (performance.now() - since > restMs) throw new Error(`${restMs} ms after it wait ${waiting.join(', ')}`)
    }
  }

  /** Stops the arrivals. Throws if an answer was wrong. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#underWay)
    if (this.#problems.size > 0)
      throw new Error([...this.#problems].map(([problem, times]) => `${times} times ${problem}`).join('; '))
  }

  /** Every second call needs both the account and read models. */
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

/** The process's own metrics: callers waiting for a connection, and events waiting to be appended. */
async function waitsIn({ url }: WholeShop): Promise<string[]> {
  const { body } = await clientOf(url, url.replace('localhost', '127.0.0.1')).get('/metrics')
  const isOfWaiting = /^gamertech_(append_waiting|pool_connections\{.*state="awaited".*\}) [1-9]/
  return String(body)
    .split('\n')
    .filter((line) => isOfWaiting.test(line))
}
