// One run: a thousand slow clients and a busy machine beside normal visitors; nobody else is refused, and memory
// stays bounded.
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { errandsWith } from '#scripts/fault-injection/neighbours/habits.ts'
import { openShop } from '#scripts/fault-injection/processes/stage.ts'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { plentifulProduct } from '#scripts/load/buyers.ts'
import { Crowd, type Errand } from '#scripts/load/crowd.ts'
import { quantile } from '#scripts/load/quantile.ts'
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
const { add, cart, product } = errandsWith(plentifulProduct)
const uncached: Errand = { kind: 'list', ask: (person, nth) => person.get(`/api/catalogue?max=${10_000 + nth}`) }

/** `lastsMs`: length of the attack and of each measurement around it. `isBusy`: threads keep both processors busy. */
export async function besiege(
  databaseUrl: string,
  { lastsMs, measuredMs, isBusy }: { lastsMs: number; measuredMs: number; isBusy: boolean },
): Promise<Besieged> {
  await using open = new AsyncDisposableStack()
  await openShop(databaseUrl)
  const shop = await WholeShop.start(databaseUrl)
  open.defer(() => shop.stop())
  const { address } = shop
  const crowd = new Crowd([shop], [[uncached, product, add, cart]])
  for (let nth = 0; nth < people; nth++) await crowd.join(0)
  const before = { p95: await p95During(crowd, () => sleep(measuredMs)), memory: await memoryOf(address) }
  let most = before.memory
  const during = await p95During(crowd, async () => {
    using _busy = isBusy ? keepBusy() : undefined
    const slow = await Promise.all(
      Array.from({ length: clients }, (_, nth) =>
        SlowClient.begin(address, kinds[nth % kinds.length] as Slowness, large),
      ),
    )
    const until = performance.now() + lastsMs
    while (performance.now() < until) {
      await sleep(250)
      most = Math.max(most, await memoryOf(address))
    }
    for (const client of slow) client.leave()
  })
  const after = await p95During(crowd, () => sleep(measuredMs))
  await crowd.leave()
  const { calls } = crowd
  const problems = calls
    .filter(({ reply }) => reply.status !== 200)
    .map(({ kind, reply }) => `${kind} was answered ${reply.status}: ${reply.text.slice(0, 200)}`)
  return {
    p95: { before: before.p95, during, after },
    memory: { before: before.memory, most },
    calls: calls.length,
    problems,
  }
}

/** 95th percentile of the calls during `work`, in milliseconds. */
async function p95During(crowd: Crowd, work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  const calls = crowd.between(begin, performance.now())
  const times = calls.map(({ from, until }) => until - from)
  return quantile(times, 0.95)
}

async function memoryOf(url: string): Promise<number> {
  const { body } = await clientOf(url).get('/metrics')
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(String(body))?.[1])
}

function keepBusy(): Disposable {
  const threads = Array.from({ length: 2 }, () => new Worker('for (;;) ;', { eval: true }))
  return { [Symbol.dispose]: () => void threads.map((thread) => thread.terminate()) }
}
