// The HAProxy that is shipped, with tabs that stay open: pages keep places of their own.
import { type ClientRequest, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { test as base, spawnShop } from '#backend/testing/shop-fixture.ts'
import { hasHaproxy, startHaproxy } from './testing/haproxy.ts'

const has = await hasHaproxy()
const tabs = 2000
/** As many as one network may have open. */
const ofNetwork = 100

/** Opens the stream of a tab from this address of the machine; resolves with the status of its answer. `open` has those that stay. */
function openTab(port: number, localAddress: string, open: Set<ClientRequest>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: '/api/live', localAddress, agent: false }, (answer) => {
      answer
        .resume()
        .on('error', () => undefined)
        .once('close', () => open.delete(request))
      if (answer.statusCode === 200) open.add(request)
      resolve(answer.statusCode)
    })
    request.once('error', reject)
  })
}

/** As a browser does, it comes back after a 503, which a busy machine may give. */
async function keepOpen(port: number, address: string, open: Set<ClientRequest>): Promise<void> {
  for (;;) {
    const status = await openTab(port, address, open)
    if (status === 200) return
    if (status !== 503) throw new Error(`a tab was answered ${status}`)
    await sleep(200)
  }
}

/** The median of ten pages, one after another, in milliseconds. Throws if one is refused. */
async function timeOfPage(port: number): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < 10; nth++) {
    const since = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/home`)
    await answer.text()
    expect(answer.status).toBe(200)
    times.push(performance.now() - since)
  }
  return times.toSorted((a, b) => a - b)[5] ?? Number.POSITIVE_INFINITY
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
    // On a machine with more to do than it can, pages take longer without tabs too.
    const usualMs = Math.max(100, 2 * (await timeOfPage(port)))
    for (let network = 0; network < tabs / ofNetwork; network++) {
      const address = `127.0.1.${network + 1}`
      await Promise.all(Array.from({ length: ofNetwork }, () => keepOpen(port, address, open)))
    }
    expect(await openTab(port, '127.0.1.1', open)).toBe(429)
    await keepOpen(port, '127.0.2.1', open)
    expect(open.size).toBe(tabs + 1)
    await expect.poll(() => timeOfPage(port), { timeout: 60_000 }).toBeLessThan(usualMs)
    expect(open.size).toBe(tabs + 1)
  },
)
