// A row that another session keeps locked is the trouble of those who need it, and of nobody else.
import { expect, onTestFinished } from 'vitest'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { expectProblem } from '#backend/http/testing/api-fixture.ts'
import { after, percentile, timesOf, usual } from '#backend/http/testing/under-load.ts'
import { additions, openOwnerPool } from '#backend/testing/core-fixture.ts'
import { makeProduct, openShop, type Shop, signedIn, test } from '#backend/testing/shop-fixture.ts'
import { createDatabase } from '#scripts/testing/database.ts'
import { expectErrors } from '#scripts/testing/error-lines.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'

/** In milliseconds: how long the row is held, and how long who appends beside it rests: a thousand appends are enough for a percentile. */
const [heldMs, restMs] = [30_000, 200]

/** Eight callers who append to streams of their own. */
const appendsTo = ({ core: { store } }: Shop) =>
  Array.from({ length: 8 }, (_, n) => () => store.append(additions(9000 + n, null)))

/** A shop of its own in the same process, closed after the test: whatever else keeps the machine busy keeps both. */
async function openAnother(): Promise<Shop> {
  const { databaseUrl, drop } = await createDatabase()
  const shop = await openShop(databaseUrl)
  onTestFinished(async () => {
    await shop.stop()
    await drop()
  })
  return shop
}

test('[CORE-01] while a stream is locked for 30 s the others keep their pace, and who needs it is told to come back', {
  timeout: 120_000,
}, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const [buyer, productId] = [await signedIn(shop), await makeProduct(admin)]
  const { store } = shop.core
  const put = () =>
    buyer.post('/api/cart/addproducttocart', { userId: buyer.id, productId: { id: productId, quantity: 1 } })
  expect((await put()).status).toBe(200)
  const free = await openAnother()

  const owner = openOwnerPool(shop.databaseUrl)
  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query('select from es.streams where id = $1 for update', [streamUuid(store.log, `cart-${buyer.id}`)])
  const isOver = after(heldMs)
  const asking = timesOf(
    [
      async () => {
        const answer = await put()
        if (isOver()) return
        expectProblem(answer, 503, 'overloaded')
        expect(answer.headers.get('retry-after')).toBe('1')
      },
    ],
    isOver,
  )
  const [others = [], usually = []] = await Promise.all(
    [shop, free].map((each) => timesOf(appendsTo(each), isOver, restMs)),
  )
  await holder.query('rollback')
  holder.release()
  await owner.end()
  const waits = await asking
  expect(waits.length).toBeGreaterThan(3)
  expect(waits.at(-1)).toBeLessThan(10_000)

  expect(percentile(others, 0.01)).toBeLessThan(3 * usual(percentile(usually, 0.01)))
  // Who was held up could not have asked as often.
  expect(others.length).toBeGreaterThan(usually.length / 3)
  expect((await put()).status).toBe(200)
})

/** Of each pool, and what it is called by the server. */
const heldPools = ['gamertech writes', 'gamertech reads', 'gamertech append', 'gamertech jobs']

test('[F7] with every connection of the shop held by a network that stalls the catalogue is shown, who needs one is told to come back long before a new one would be given up, and all are served once it goes on', async ({
  shop: beside,
}) => {
  const network = await FaultProxy.open(beside.databaseUrl)
  const shop = await openShop(network.databaseUrl)
  onTestFinished(async () => {
    network.heal()
    await shop.stop()
    await network.close()
  })
  const member = await signedIn(shop)
  const pools = Object.values(shop.core.pools)
  const ofEveryConnection = (sql: string) =>
    Promise.allSettled(pools.flatMap((pool) => Array.from({ length: pool.options.max }, () => pool.query(sql))))
  // Now all of them are there.
  await ofEveryConnection('select pg_sleep(0.2)')
  expectErrors(/NoConnectionFree/)
  network.hold(heldPools)
  const held = ofEveryConnection('select 1')
  const calls = Array.from({ length: 8 }, async () => {
    const from = performance.now()
    const answer = await member.get(`/api/cart/${member.id}`)
    return { answer, waited: performance.now() - from }
  })
  expect((await shop.client().get('/api/catalogue')).status).toBe(200)
  expect((await shop.client().get('/api/health')).status).toBe(200)
  for (const { answer, waited } of await Promise.all(calls)) {
    expectProblem(answer, 503, 'unavailable')
    expect(answer.headers.get('retry-after')).toBe('2')
    // After a second and a half; a new connection is given up after five.
    expect(waited).toBeLessThan(4500)
  }
  network.heal()
  await held
  expect((await member.get(`/api/cart/${member.id}`)).status).toBe(200)
  await expect.poll(() => pools.map(({ waitingCount }) => waitingCount)).toEqual([0, 0, 0])
})
