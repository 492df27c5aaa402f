// Pages that the server renders: kept while what they show is the same, and left to the browser where they can't be made.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect } from 'vitest'
import { ensureFrontend } from '#backend/testing/built-pages.ts'
import { test as base, makeProduct, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'
import { loadRenderer } from './page-renderer.ts'
import { RenderedPages } from './rendered-pages.ts'

beforeAll(() => ensureFrontend(), 300_000)

const test = base.extend('sold', { scope: 'file' }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const id = await makeProduct(admin, {
    name: 'Mouse dibujado',
    price: 100,
    description: 'Se dibuja en el servidor. '.repeat(80),
  })
  await allShown(shop)
  return { id, admin }
})

async function allShown(shop: Shop): Promise<void> {
  await shop.core.positions.waitFor(['catalogue', 'reviews', 'users', 'purchases'], await shop.core.store.head())
}

/** Pages of a shop, and what was said of those that failed. */
function pagesOf(shop: Shop) {
  const failures: unknown[] = []
  const pages = new RenderedPages(loadRenderer('dist'), (error) => failures.push(error))
  const ask = async (address: string) => shop.app.request(`/api${address.replace(/^\/api/, '')}`)
  const find = (path: string, how = ask) => {
    const { pathname, search } = new URL(path, shop.url)
    return pages.find({ pathname, search }, how)
  }
  return { pages, ask, find, failures }
}

test('a page is rendered once while the shop answers the same, and anew when it does not', async ({ shop, sold }) => {
  const { pages, find } = pagesOf(shop)
  const path = `/product/${sold.id}`
  const [first, meanwhile] = await Promise.all([find(path), find(path)])
  expect(first?.markup).toContain('Mouse dibujado')
  expect(meanwhile).toBe(first)
  const beside = `/api/catalogue/shelf?of=bestRated&beside=${sold.id}`
  expect(first?.answers.map(({ address }) => address).toSorted()).toEqual([beside, `/api${path}`])
  expect(await find(`${path}?utm_source=mail&stars=9`)).toBe(first)
  expect(pages.counts).toEqual({ kept: 1, rendered: 1, left: 0, failed: 0 })

  const {
    reviews: _,
    reviewsTexts: __,
    reviewsScores: ___,
    rating: ____,
    ...whole
  } = (await sold.admin.get(`/api${path}`)).body
  await sold.admin.post('/api/product/modifyproduct', { ...whole, price: 77 })
  await allShown(shop)
  const changed = await find(path)
  expect(changed?.markup).toContain('77')
  expect(changed?.markup).not.toBe(first?.markup)
  expect(pages.counts).toMatchObject({ kept: 1, rendered: 2 })
})

test('searches that mean the same are one page; screens of one person are none', async ({ shop }) => {
  const { pages, find } = pagesOf(shop)
  const first = await find('/home?sort=precio&q=Mouse')
  expect(first?.markup).toContain('MOUSE DIBUJADO')
  expect(await find('/home?q=%20Mouse&sort=precio&page=1&x=1')).toBe(first)
  for (const path of ['/login', '/perfil', '/orders', '/controlPanel', '/product/x', '/nada', '/shell'])
    expect([path, await find(path)]).toEqual([path, null])
  expect(pages.counts).toEqual({ kept: 1, rendered: 1, left: 0, failed: 0 })
})

test('what cannot be rendered is counted, told and left to the browser, as is what would be too much at once', async ({
  shop,
  sold,
}) => {
  const { pages, ask, find, failures } = pagesOf(shop)
  const path = `/product/${sold.id}`
  expect(await find(path, async () => new Response('{}', { status: 500 }))).toBeNull()
  expect(failures).toHaveLength(1)
  expect(pages.counts).toEqual({ kept: 0, rendered: 0, left: 0, failed: 1 })

  const gate = Promise.withResolvers<void>()
  const slow = async (address: string) => {
    await gate.promise
    return ask(address)
  }
  const many = Array.from({ length: 20 }, (_, nth) => find(`/home?q=mouse${nth}`, slow))
  gate.resolve()
  const found = await Promise.all(many)
  expect(found.filter((page) => page === null)).toHaveLength(pages.counts.left)
  expect(pages.counts.left).toBeGreaterThan(0)
  expect(pages.counts.rendered).toBe(20 - pages.counts.left)
  expect(await find(path)).not.toBeNull()
})

test('the document holds the page and its answers; for who has just changed something it asks the shop itself', async ({
  shop,
  sold,
}) => {
  const address = `/product/${sold.id}`
  const html = async (headers?: Record<string, string>) =>
    (await shop.app.request(new Request(new URL(address, shop.url), { headers: headers ?? {} }))).text()
  const sent = await html()
  expect(/<div id="root">.*Mouse dibujado/s.test(sent)).toBe(true)
  const embedded = [...sent.matchAll(/<script type="application\/json" data-answer="([^"]+)">(.*?)<\/script>/g)]
  // In the order in which they were answered, which is another now and then.
  const answers = new Map(embedded.map(([, asked = '', body = '']) => [asked.replaceAll('&#38;', '&'), body]))
  expect(answers.size).toBe(embedded.length)
  expect([...answers.keys()]).toContain(`/api${address}`)
  for (const [asked, body] of answers) expect(JSON.parse(body)).toEqual((await shop.client().get(asked)).body)
  const shell = await html({ cookie: 'position=1' })
  expect(shell).toContain('<div id="root"></div>')
  // What can be read without its scripts asks for them once it is painted, and after what is read; the shell has nothing else to wait for.
  const scripts = (page: string) => page.match(/<(?:script|link)(?=[^>]* (?:src|href)="[^"]+\.js")[^>]*>/g) ?? []
  const later = (page: string) => scripts(page).filter((tag) => tag.includes(' fetchpriority="low"')).length
  expect(scripts(sent).length).toBeGreaterThan(scripts(shell).length)
  expect([later(sent), later(shell)]).toEqual([scripts(sent).length, 0])
  const atOnce = (page: string) => scripts(page.replaceAll(/<template data-scripts>.*?<\/template>/gs, ''))
  expect([atOnce(sent), atOnce(shell)]).toEqual([[], scripts(shell)])
})

test('pages and data are sent compressed to who takes it, once for each answer that is the same', async ({
  shop,
  sold,
}) => {
  const ask = (path: string, encoding: string) =>
    shop.app.request(new Request(new URL(path, shop.url), { headers: { 'accept-encoding': encoding } }))
  for (const path of [`/product/${sold.id}`, `/api/catalogue`]) {
    const plain = await (await ask(path, 'identity')).text()
    for (const [accepted, name, open] of [
      ['gzip, br;q=0.9', 'br', brotliDecompressSync],
      ['gzip, br;q=0', 'gzip', gunzipSync],
    ] as const) {
      const sent = await ask(path, accepted)
      expect([sent.headers.get('content-encoding'), sent.headers.get('vary')]).toEqual([name, 'Accept-Encoding'])
      const bytes = Buffer.from(await sent.arrayBuffer())
      expect(bytes.length).toBeLessThan(plain.length / 2)
      // The encoder's memory is a multiple of its window.
      if (name === 'br') expect(brotliWindow(bytes)).toBe(plain.length < 2 ** 14 ? 2 ** 14 : 2 ** 18)
      const text = open(bytes).toString('utf8')
      if (path.startsWith('/api')) expect(text).toBe(plain)
      const tag = sent.headers.get('etag')
      const again = await shop.app.request(
        new Request(new URL(path, shop.url), {
          headers: { 'accept-encoding': accepted, ...(tag && { 'if-none-match': tag }) },
        }),
      )
      expect(again.status).toBe(tag ? 304 : 200)
    }
  }
  const small = await ask('/version', 'br')
  expect(small.headers.get('content-encoding')).toBeNull()
})

/** In bytes, as the first bits of a stream say it (RFC 7932, 9.1). */
function brotliWindow([first = 0]: Uint8Array): number {
  const large = (first >> 1) & 7
  const small = (first >> 4) & 7
  return 2 ** (first & 1 ? (large > 0 ? 17 + large : small > 0 ? 8 + small : 17) : 16)
}
