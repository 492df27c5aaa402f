// The HAProxy that is shipped, with tabs that stay open: pages keep places of their own.
import { type ClientRequest, get } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { test as base, spawnShop } from '#backend/testing/shop-fixture.ts'
import { hasHaproxy, startHaproxy } from './testing/haproxy.ts'

const has = await hasHaproxy()
const tabs = 2000
/** As many as one network may have open. */
const ofNetwork = 100

/** Opens the stream of a tab from this address of the machine; resolves with the status of its answer. */
function openTab(port: number, localAddress: string, open: Set<ClientRequest>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: '/api/live', localAddress, agent: false }, (answer) => {
      answer.resume().on('error', () => undefined)
      resolve(answer.statusCode)
    })
    request.once('error', reject)
    open.add(request)
  })
}

/** The slowest of ten pages, one after another, in milliseconds; infinite if one is refused. */
async function slowestPage(port: number): Promise<number> {
  let slowest = 0
  for (let nth = 0; nth < 10; nth++) {
    const since = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/home`)
    await answer.text()
    slowest = Math.max(slowest, answer.ok ? performance.now() - since : Number.POSITIVE_INFINITY)
  }
  return slowest
}

base.skipIf(!has)(
  '2,000 tabs on two processes leave pages below 100 ms, and one network has a hundred',
  async ({ shop }) => {
    const shops = await Promise.all([spawnShop(shop, 'http://127.0.0.1:9'), spawnShop(shop, 'http://127.0.0.1:9')])
    const port = await freePort()
    const [one = '', two = ''] = shops.map(({ url }) => new URL(url).host)
    const bind = `127.0.0.1:${port}`
    const haproxy = await startHaproxy(
      ['shop.cfg'],
      { SHOP_BIND: bind, SHOP_1: one, SHOP_2: two, SHOP_3: '127.0.0.1:9' },
      bind,
    )
    const open = new Set<ClientRequest>()
    onTestFinished(async () => {
      for (const request of open) request.on('error', () => undefined).destroy()
      await haproxy.stop()
      await Promise.all(shops.map((one) => one.stop()))
    })
    const isReady = async () => (await fetch(`http://${bind}/api/ready`)).status
    await expect.poll(isReady, { timeout: 30_000 }).toBe(200)
    for (let network = 0; network < tabs / ofNetwork; network++) {
      const address = `127.0.1.${network + 1}`
      const statuses = await Promise.all(Array.from({ length: ofNetwork }, () => openTab(port, address, open)))
      expect(new Set(statuses)).toEqual(new Set([200]))
    }
    expect(await openTab(port, '127.0.1.1', open)).toBe(429)
    expect(await openTab(port, '127.0.2.1', open)).toBe(200)
    await expect.poll(() => slowestPage(port), { timeout: 60_000 }).toBeLessThan(100)
  },
)
