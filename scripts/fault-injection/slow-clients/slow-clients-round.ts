// One run: a thousand slow clients and a busy machine beside normal visitors.
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openShop } from '#scripts/fault-injection/processes/stage.ts'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { errands } from '#scripts/load/buyers.ts'
import { Crowd } from '#scripts/load/crowd.ts'
import { quantile } from '#scripts/load/quantile.ts'
import { SlowClient, type Slowness } from '#scripts/testing/slow-client.ts'

const clients = 1000
const kinds: readonly Slowness[] = ['head', 'body', 'reading']
const people = 6
const large = '/api/openapi.json'

/**
 * `lastsMs`: of the attack; `measuredMs`: of each measurement around it. `isBusy`: threads keep both processors busy.
 * Returns p95 in milliseconds and memory in bytes.
 */
export async function besiege(
  databaseUrl: string,
  { lastsMs, measuredMs, isBusy }: { lastsMs: number; measuredMs: number; isBusy: boolean },
) {
  await using opened = new AsyncDisposableStack()
  await openShop(databaseUrl)
  const shop = await WholeShop.start(databaseUrl, opened)
  const crowd = new Crowd([shop])
  for (let nth = 0; nth < people; nth++) crowd.walk(await crowd.register(0), [Object.values(errands)])
  const operator = crowd.enter(0)
  const memory = async () => {
    const { text } = await operator.get('/metrics')
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
  }
  const before = { p95: await p95During(crowd, () => sleep(measuredMs)), memory: await memory() }
  let most = before.memory
  const during = await p95During(crowd, async () => {
    using _busy = isBusy ? keepBusy() : undefined
    const begin = (nth: number) => SlowClient.begin(shop.address, kinds[nth % kinds.length] as Slowness, large)
    const slow = await Promise.all(Array.from({ length: clients }, (_, nth) => begin(nth)))
    for (const since = performance.now(); performance.now() - since < lastsMs; await sleep(250))
      most = Math.max(most, await memory())
    for (const client of slow) client.leave()
  })
  const after = await p95During(crowd, () => sleep(measuredMs))
  await crowd.leave()
  const problems = crowd.calls
    .filter(({ status }) => status !== 200)
    .map(({ kind, status, text }) => `${kind} was answered ${status}: ${text}`)
  const p95 = { before: before.p95, during, after }
  return { p95, memory: { before: before.memory, most }, calls: crowd.calls.length, problems }
}

async function p95During(crowd: Crowd, work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  const times = crowd.between(begin, performance.now()).map(({ from, until }) => until - from)
  return quantile(times, 0.95)
}

function keepBusy(): Disposable {
  const threads = Array.from({ length: 2 }, () => new Worker('for (;;) ;', { eval: true }))
  return { [Symbol.dispose]: () => void threads.map((thread) => thread.terminate()) }
}
