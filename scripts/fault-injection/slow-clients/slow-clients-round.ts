// One run: a thousand slow clients and a busy machine beside people who look at a shop; nobody else is refused, and the memory stays what it is.
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { plentifulProduct } from '#scripts/fault-injection/load/driver.ts'
import { Visitor } from '#scripts/fault-injection/neighbours/visitor.ts'
import { WholeShop } from '#scripts/fault-injection/neighbours/whole-shop.ts'
import { openShop } from '#scripts/fault-injection/processes/stage.ts'
import { clientOf } from '#scripts/testing/client.ts'
import { SlowClient, type Slowness } from '#scripts/testing/slow-client.ts'

export type Besieged = {
  /** Of a hundred calls of people 95 took no longer, in milliseconds: before, meanwhile and afterwards. */
  p95: { before: number; during: number; after: number }
  /** Of the process, in bytes. */
  memory: { before: number; most: number }
  /** Calls of people meanwhile. */
  calls: number
  problems: string[]
}

const clients = 1000
const kinds: readonly Slowness[] = ['head', 'body', 'reading']
const people = 6
/** The description of the API. */
const large = '/api/openapi.json'
/** Everybody looks again after so many milliseconds. */
const restMs = 20

/** lastsMs: how long the clients stay, and how long is measured before and afterwards. isBusy: others keep both processors busy meanwhile. */
export async function besiege(
  databaseUrl: string,
  { lastsMs, measuredMs, isBusy }: { lastsMs: number; measuredMs: number; isBusy: boolean },
): Promise<Besieged> {
  await using open = new AsyncDisposableStack()
  await openShop(databaseUrl)
  const shop = await WholeShop.start(databaseUrl)
  open.defer(() => shop.stop())
  const url = shop.url.replace('localhost', '127.0.0.1')
  const crowd = new Lookers(shop.url)
  await crowd.open()
  const before = { p95: await crowd.during(() => sleep(measuredMs)), memory: await memoryOf(url) }
  let most = before.memory
  const during = await crowd.during(async () => {
    using _busy = isBusy ? keepBusy() : undefined
    const slow = await Promise.all(
      Array.from({ length: clients }, (_, nth) => SlowClient.begin(url, kinds[nth % kinds.length] as Slowness, large)),
    )
    const until = performance.now() + lastsMs
    while (performance.now() < until) {
      await sleep(250)
      most = Math.max(most, await memoryOf(url))
    }
    for (const client of slow) client.leave()
  })
  const after = await crowd.during(() => sleep(measuredMs))
  const { calls, problems } = crowd
  return { p95: { before: before.p95, during, after }, memory: { before: before.memory, most }, calls, problems }
}

/** People who look at the catalogue, a product and their cart, and put something into it, one after the other. */
class Lookers {
  readonly #visitors: Visitor[]
  #times: number[] = []
  calls = 0
  readonly problems: string[] = []

  constructor(url: string) {
    this.#visitors = Array.from({ length: people }, () => new Visitor(url))
  }

  async open(): Promise<void> {
    for (const [nth, visitor] of this.#visitors.entries()) await visitor.register(`mira${nth}@gamertech.test`)
  }

  /** Of their calls while `work` goes on 95 of a hundred took no longer, in milliseconds. */
  async during(work: () => Promise<unknown>): Promise<number> {
    this.#times = []
    let isOver = false
    const walks = this.#visitors.map(async (visitor) => {
      for (let nth = 0; !isOver; nth++) await this.#call(visitor, nth)
    })
    await work().finally(() => {
      isOver = true
    })
    await Promise.all(walks)
    const times = this.#times.toSorted((a, b) => a - b)
    return times[Math.ceil(times.length * 0.95) - 1] ?? 0
  }

  async #call(visitor: Visitor, nth: number): Promise<void> {
    const { id: userId } = visitor
    const line = { userId, productId: { id: plentifulProduct, quantity: 1 } }
    const asked = [
      ['GET', `/api/catalogue?max=${10_000 + nth}`],
      ['GET', `/api/product/${plentifulProduct}`],
      ['POST', '/api/cart/addproducttocart', line],
      ['GET', `/api/cart/${userId}`],
    ] as const
    const [method, path, body] = asked[nth % asked.length] ?? asked[0]
    const since = performance.now()
    const { status, text } = await visitor.send(method, path, body)
    this.calls++
    this.#times.push(performance.now() - since)
    if (status !== 200) this.problems.push(`${path} was answered ${status}: ${text.slice(0, 200)}`)
    await sleep(restMs)
  }
}

/** What the process holds of the machine's memory, by its own word. */
async function memoryOf(url: string): Promise<number> {
  const { body } = await clientOf(url).get('/metrics')
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(String(body))?.[1])
}

/** Two threads that never rest, until they are let go. */
function keepBusy(): Disposable {
  const threads = Array.from({ length: 2 }, () => new Worker('for (;;) ;', { eval: true }))
  return { [Symbol.dispose]: () => void threads.map((thread) => thread.terminate()) }
}
