// Pages read from replicas: never older than what the caller knows, and never a failed answer, whatever becomes of the replica.
import { setTimeout as sleep } from 'node:timers/promises'
import { test as base, expect, onTestFinished } from 'vitest'
import { opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { ReadServers } from '#backend/readmodels/read-servers.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import { makeProduct, openShop, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'
import { expectErrors } from '#scripts/testing/error-lines.ts'
import { type ServerOfCluster, startReplicatedCluster } from '#scripts/testing/replicated-cluster.ts'

/** For each test, which may break it. */
const test = base.extend('ground', async ({}, { onCleanup }) => {
  const { primary, replicas, remove } = await startReplicatedCluster(2)
  const [first, second] = replicas as [ServerOfCluster, ServerOfCluster]
  const env = { DATABASE_URL: primary.url, DATABASE_READ_URLS: replicas.map(({ url }) => url).join(',') }
  const shop = await openShop(primary.url, { env })
  onCleanup(async () => {
    await shop.stop()
    await remove()
  })
  await expect.poll(() => states(shop)).toEqual(['used', 'used'])
  const admin = await signedIn(shop, { admin: true })
  return { shop, first, second, primary, productId: await makeProduct(admin, { stock: 1_000_000 }) }
})

function states(shop: Shop): string[] {
  return shop.core.replicas.report().map(({ state }) => state)
}

/** Queries by server as the metrics tell them: all, those of replicas, and those that a replica left to the primary. */
async function reads(shop: Shop) {
  const { body } = await shop.client().get('/metrics')
  const sum = (series: RegExp) =>
    [...String(body).matchAll(series)].reduce((total, [, value]) => total + Number(value), 0)
  const primary = sum(/^gamertech_page_reads_total\{server="primary"\} (\d+)/gm)
  const all = sum(/^gamertech_page_reads_total\{[^}]*\} (\d+)/gm)
  return { all, ofReplicas: all - primary, repeated: sum(/^gamertech_page_reads_repeated_total\{[^}]*\} (\d+)/gm) }
}

/** Read again where the answer says that the feeder was too late for it, as it may be on a busy machine. */
async function quantityInCart(client: Client & { id: number }): Promise<number | undefined> {
  for (let tries = 0; ; tries++) {
    const { status, body, headers } = await client.get(`/api/cart/${client.id}`)
    expect(status, JSON.stringify(body)).toBe(200)
    if (headers.get('x-stale') === null || tries === 10) return body.productsId[0]?.quantity
  }
}

async function addOne(client: Client & { id: number }, productId: number): Promise<void> {
  const { status, body } = await client.post('/api/cart/addproducttocart', {
    userId: client.id,
    productId: { id: productId, quantity: 1 },
  })
  expect(status, JSON.stringify(body)).toBe(200)
}

test('[HA-01] a hundred times the own cart right after a change is the changed cart, and replicas serve four fifths of all reads', async ({
  ground: { shop, first, second, productId },
}) => {
  const shopper = await signedIn(shop)
  const before = await reads(shop)
  for (let nth = 1; nth <= 100; nth++) {
    await addOne(shopper, productId)
    expect(await quantityInCart(shopper)).toBe(nth)
    expect((await shopper.get(`/api/users/${shopper.id}`)).status).toBe(200)
  }
  const after = await reads(shop)
  const all = after.all - before.all
  console.log({ all, ofReplicas: after.ofReplicas - before.ofReplicas, repeated: after.repeated - before.repeated })
  // Each round reads the cart, whose products are in memory, and the account; a cart whose rows come late is read from its stream.
  expect(all).toBeGreaterThanOrEqual(200)
  expect((after.ofReplicas - before.ofReplicas) / all).toBeGreaterThanOrEqual(0.8)
  // The panel tells of each what `status` and the metrics tell.
  const operator = await signedIn(shop, { role: 'operator' })
  const { body } = await operator.get('/api/panel/operations')
  const named = [first, second].map(({ url }) => ({
    name: new URL(url).host,
    state: 'used',
    lagSeconds: expect.any(Number),
  }))
  expect(body.replicas).toEqual(named)
})

/** People who change carts and read pages without a pause; every answer has to be right. */
class Readers {
  readonly #stop = new AbortController()
  readonly #done: Promise<unknown>
  failures: string[] = []
  count = 0
  slowestMs = 0

  constructor(people: readonly (Client & { id: number })[], shop: Shop, productId: number) {
    this.#done = Promise.all([
      ...people.map((one) => this.#shopper(one, productId)),
      ...people.map((_, nth) => this.#visitor(shop, nth)),
    ])
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#done
  }

  async #shopper(client: Client & { id: number }, productId: number): Promise<void> {
    for (let quantity = 1; !this.#stop.signal.aborted; quantity++) {
      await this.#check(async () => {
        await addOne(client, productId)
        expect(await quantityInCart(client)).toBe(quantity)
      })
      await this.#check(async () => expect((await client.get(`/api/users/${client.id}`)).status).toBe(200))
    }
  }

  /** No two searches are the same, so that none is answered from memory. */
  async #visitor(shop: Shop, nth: number): Promise<void> {
    for (let round = 0; !this.#stop.signal.aborted; round++) {
      await this.#check(async () => {
        const { status, body } = await shop.client().get(`/api/catalogue?max=${1000 * (nth + 1) + round}`)
        expect(status, JSON.stringify(body)).toBe(200)
        expect(body.items).toHaveLength(1)
      })
      await sleep(5)
    }
  }

  async #check(read: () => Promise<void>): Promise<void> {
    const since = performance.now()
    await read().catch((error: unknown) => this.failures.push(String(error)))
    this.count++
    this.slowestMs = Math.max(this.slowestMs, performance.now() - since)
  }
}

/** How long it took until the replica was in this state, in milliseconds. */
async function untilState(shop: Shop, nth: number, state: string): Promise<number> {
  const since = performance.now()
  while (states(shop)[nth] !== state) {
    if (performance.now() - since > 10_000) throw new Error(`replica ${nth} is ${states(shop)[nth]}, not ${state}`)
    await sleep(5)
  }
  return performance.now() - since
}

async function moreReads(shop: Shop, which: 'all' | 'ofReplicas'): Promise<void> {
  const before = (await reads(shop))[which]
  await expect.poll(async () => (await reads(shop))[which]).toBeGreaterThan(before + 20)
}

test('[HA-02] no read fails while a replica stops replaying, stands still, is promoted or killed: it is left within a second, and used again when it follows', async ({
  ground: { shop, primary, first, second, productId },
}) => {
  const readers = new Readers(await Promise.all([1, 2, 3].map(() => signedIn(shop))), shop, productId)
  const took: Record<string, number> = {}
  const fault = async (
    name: string,
    nth: number,
    state: string,
    begin: () => Promise<void>,
    end?: () => Promise<void>,
  ) => {
    await moreReads(shop, 'ofReplicas')
    await begin()
    took[name] = await untilState(shop, nth, state)
    await moreReads(shop, 'all')
    await end?.()
    if (end) took[`${name}, back`] = await untilState(shop, nth, 'used')
  }
  const pause = () => first.run('select pg_wal_replay_pause()')
  await fault('paused', 0, 'late', pause, () => first.run('select pg_wal_replay_resume()'))
  await fault(
    'frozen',
    0,
    'away',
    () => first.freeze(),
    () => first.thaw(),
  )
  await fault('promoted', 1, 'promoted', () => second.promote())
  await fault('killed', 0, 'away', () => first.kill())
  await readers.stop()
  console.log(took, { reads: readers.count, slowestMs: Math.round(readers.slowestMs) }, await reads(shop))
  expect(readers.failures).toEqual([])
  // What the shop takes for a second, a busy machine does a little late.
  for (const name of ['paused', 'frozen', 'promoted', 'killed']) expect(took[name], name).toBeLessThan(2000)
  expect(readers.slowestMs).toBeLessThan(5000)
  await expectTold(shop, primary, { away: first, promoted: second })
})

test('from the moment on in which the primary is gone, what one of its standbys shows is shown, though they are late and another lacks it', async ({
  ground: { shop, primary, first, second },
}) => {
  const admin = await signedIn(shop, { admin: true })
  await first.run('select pg_wal_replay_pause()')
  const productId = await makeProduct(admin, { stock: 1 })
  await second.until(`select from "rm"."catalogue" where product_id = ${productId}`)
  await second.run('select pg_wal_replay_pause()')
  await primary.run('create table what_they_lack ()')
  await Promise.all([untilState(shop, 0, 'late'), untilState(shop, 1, 'late')])
  const ask = (servers: ReadServers) =>
    servers.query({
      models: ['catalogue'],
      text: 'select name from "rm"."catalogue" where product_id = $1',
      values: [productId],
    })
  const failures: unknown[] = []
  const look = async () => {
    const answer = await ask(shop.core.readServers).catch((error: unknown) => void failures.push(error))
    if (answer && answer.rows.length !== 1) failures.push(answer.rows)
  }
  // The address of the primary may lead to one that is no primary any more, before it leads to the next.
  const misled = openOwnerPool(second.url)
  onTestFinished(() => misled.end())
  await expect(ask(new ReadServers(misled, { shown: () => 0 }, shop.core.replicas))).resolves.toBeDefined()
  expectErrors(/ECONNREFUSED|Connection terminated/)
  const killed = primary.kill()
  for (const until = performance.now() + 3000; performance.now() < until; await sleep(10)) await look()
  await killed
  expect(failures).toEqual([])
  // What the primary said last is a second old: nobody is known to have newer pages.
  expect(states(shop)).toEqual(['used', 'used'])
})

/** What the metrics and `ops status` say of replicas that are not used. */
async function expectTold(
  shop: Shop,
  primary: ServerOfCluster,
  { away, promoted }: { away: ServerOfCluster; promoted: ServerOfCluster },
): Promise<void> {
  const ownerPool = openOwnerPool(primary.url)
  const { text } = await opsOn({ core: shop.core, ownerPool })('status')
  await ownerPool.end()
  expect(text).toContain(`Réplica ${new URL(away.url).host}: no contesta`)
  expect(text).toContain(`Réplica ${new URL(promoted.url).host}: ya no es una réplica`)
  const { body } = await shop.client().get('/metrics')
  expect(body).toContain(`gamertech_replica{replica="${new URL(away.url).host}",state="away"} 1`)
  expect(body).toContain(`gamertech_replica{replica="${new URL(promoted.url).host}",state="promoted"} 1`)
  expect(body).toMatch(/^gamertech_replica_lag_seconds\{replica="[^"]+"\} \d/m)
}
