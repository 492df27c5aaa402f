// One run: a thousand slow clients and a busy machine beside normal visitors; nobody else is refused, and memory
// stays bounded.
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { plentifulProduct } from '#scripts/fault-injection/load/driver.ts'
import { Visitor } from '#scripts/fault-injection/neighbours/visitor.ts'
import { WholeShop } from '#scripts/fault-injection/neighbours/whole-shop.ts'
import { openShop } from '#scripts/fault-injection/processes/stage.ts'
import { clientOf } from '#scripts/testing/client.ts'
import { SlowClient, type Slowness } from '#scripts/testing/slow-client.ts'

export type Besieged = {
  p95: { before: number; during: number; after: number }
  /** Bytes. */
  memory: { before: number; most: number }
  calls: number
  problems: string[]
}

const clients = 1000
const kinds: readonly Slowness[] = ['head', 'body', 'reading']
const people = 6
const large = '/api/openapi.json'
const restMs = 20

/** `lastsMs`: length of the attack and of each measurement around it. `isBusy`: threads keep both processors busy. */
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

  /** 95th percentile of the calls during `work`, in milliseconds. */
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

async function memoryOf(url: string): Promise<number> {
  const { body } = await clientOf(url).get('/metrics')
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(String(body))?.[1])
}

function keepBusy(): Disposable {
  const threads = Array.from({ length: 2 }, () => new Worker('for (;;) ;', { eval: true }))
  return { [Symbol.dispose]: () => void threads.map((thread) => thread.terminate()) }
}
