// Pages that the server renders: kept while what they show is the same, and left to the browser where they can't be made.

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect } from 'vitest'
import { detailsOf } from '#backend/domain/seller/seller.limits.ts'
import { ReadyAnswer } from '#backend/http/ready-answer.ts'
import { ensureFrontend } from '#backend/testing/built-pages.ts'
import { seller } from '#backend/testing/seller-fixture.ts'
import { test as base, makeProduct, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'
import { inScript } from './page-head.ts'
import { loadRenderer } from './page-renderer.ts'
import { type RenderedPage, RenderedPages } from './rendered-pages.ts'

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
  const complete = (rendered: RenderedPage) => new ReadyAnswer(JSON.stringify(rendered), {})
  const find = (path: string, how = ask) => {
    const { pathname, search } = new URL(path, shop.url)
    return pages.find({ pathname, search, position: 0, complete, ask: how, tagInMemory: () => undefined })
  }
  return { pages, ask, find, failures }
}

const read = (page: ReadyAnswer | null): RenderedPage | null => page && JSON.parse(page.body)

test('a page is rendered once while the shop answers the same, and anew when it does not', async ({ shop, sold }) => {
  const { pages, find } = pagesOf(shop)
  const path = `/product/${sold.id}`
  const [first, meanwhile] = await Promise.all([find(path), find(path)])
  expect(read(first)?.markup).toContain('Mouse dibujado')
  expect(meanwhile).toBe(first)
  const beside = `/api/catalogue/shelf?of=bestRated&beside=${sold.id}`
  expect(
    read(first)
      ?.answers.map(({ address }) => address)
      .toSorted(),
  ).toEqual([beside, `/api${path}`, '/api/shop'])
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
  expect(read(changed)?.markup).toContain('77')
  expect(read(changed)?.markup).not.toBe(read(first)?.markup)
  expect(pages.counts).toMatchObject({ kept: 1, rendered: 2 })
  await sold.admin.post('/api/panel/seller', { ...detailsOf(seller), revision: 0, company: 'Otra S.A.' })
  await allShown(shop)
  expect(read(await find(path))?.markup).toContain('Otra S.A.')
})

test('searches that mean the same are one page; screens of one person are none', async ({ shop }) => {
  const { pages, find } = pagesOf(shop)
  const first = await find('/home?sort=precio&q=Mouse')
  expect(read(first)?.markup).toContain('MOUSE DIBUJADO')
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

test('a page is whole, also the first with a part that is loaded only where it is wanted', async ({ shop }) => {
  await makeProduct(await signedIn(shop, { admin: true }), { name: 'Mouse que se ofrece' })
  await allShown(shop)
  const { find } = pagesOf(shop)
  expect(read(await find('/home?q=zzzzzz'))?.markup).toContain('Mirá por categoría')
})

test('pages that are rendered at once are charged for their own time each, and not for that of the others', async ({
  shop,
}) => {
  const renderer = loadRenderer('dist')
  if (!renderer) throw new Error('the pages are not built')
  const list = await (await shop.app.request('/api/catalogue')).text()
  const ask = async () => new Response(list, { headers: { 'Content-Type': 'application/json' } })
  const paths = Array.from({ length: 20 }, (_one, nth) => `/home?page=${nth + 2}`)
  const began = performance.now()
  const rendered = await Promise.all(paths.map((path) => renderer.render(path, ask)))
  const tookMs = rendered.reduce((sum, page) => sum + page.tookMs, 0)
  expect(tookMs).toBeLessThanOrEqual(performance.now() - began)
})

test('after any change, kept pages are those that nothing kept would make', async ({ shop, sold: { admin } }) => {
  const category = 'Mesas de prueba'
  const ids: number[] = []
  const add = async (nth: number) =>
    ids.push(await makeProduct(admin, { name: `Mesa ${nth}`, category, price: 100 + nth }))
  for (let nth = 0; nth < 4; nth++) await add(nth)
  const random = seeded(7)
  const modify = async (change: object) => {
    const id = ids[random(ids.length)] ?? 0
    const { name, description, imageUrl, price, stock, isActive } = (await admin.get(`/api/product/${id}`)).body
    const body = { id, name, description, category, imageUrl, price, stock, isActive, specs: [], ...change }
    await admin.post('/api/product/modifyproduct', body)
  }
  const changes = [
    () => modify({ price: 50 + random(100) }),
    () => modify({ stock: random(3) }),
    () => modify({ name: `Mesa y ${random(1000)}` }),
    () => modify({ category: random(2) ? category : 'Sillas de prueba' }),
    () => modify({ isActive: random(2) === 0 }),
    () => add(random(1000)),
    async () => {
      const reader = await signedIn(shop)
      const by = { userId: reader.id }
      const review = { textReview: { ...by, mensaje: 'Bien.' }, score: { ...by, score: 1 + random(5) } }
      await reader.post('/api/product/addreviewscore', { ...review, productId: ids[random(ids.length)] })
    },
  ]
  const lists = ['', '&sort=price&direction=ascendente', '&stock=todos'].map(
    (more) => `/home?category=${encodeURIComponent(category)}${more}`,
  )
  for (let nth = 0; nth < 30; nth++) {
    await changes[random(changes.length)]?.()
    await allShown(shop)
    for (const path of ['/', ...lists, `/product/${ids[0]}`])
      await expect.poll(() => isAsUncached(shop, path)).toBe(true)
  }
  const { body } = await shop.client().get('/metrics')
  expect(Number(/rendered_pages_total\{[^}]*"kept"[^}]*\} (\d+)/.exec(body)?.[1])).toBeGreaterThan(30)
})

/** Whether a visitor gets the page that a caller gets for whom the API answers from nothing that it keeps. */
async function isAsUncached(shop: Shop, path: string): Promise<boolean> {
  const fresh = pagesOf(shop)
  const askUncached = async (address: string) => shop.app.request(address, { headers: { cookie: 'position=1' } })
  const [page, html] = [read(await fresh.find(path, askUncached)), await (await shop.app.request(path)).text()]
  const shell = await (await askUncached(path)).text()
  const head = /<title>.*?twitter:card[^>]*>(?:\s*<script type="application\/ld\+json">.*?<\/script>)*/s.exec(
    shell,
  )?.[0]
  if (!head || !html.includes(head)) return false
  if (!page) return html.includes('<div id="root"></div>')
  return (
    html.includes(`<div id="root">${page.markup}</div>`) &&
    page.answers.every(({ body }) => html.includes(inScript(body)))
  )
}

/** A whole number below `count`, the same ones in each run. */
function seeded(seed: number) {
  let state = seed
  return (count: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % count
  }
}

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

test('every caller who may have changed nothing gets the same bytes of a page, or is told that they have them', async ({
  shop,
  sold,
}) => {
  const shopper = await signedIn(shop)
  await allShown(shop)
  const ask = (path: string, headers: Record<string, string> = {}) =>
    shop.app.request(new Request(new URL(path, shop.url), { headers: { 'accept-encoding': 'br', ...headers } }))
  const cookie = `sid=${shopper.jar.get('sid')}`
  for (const path of [`/product/${sold.id}`, '/home', '/perfil']) {
    const [first, again, signed] = [await ask(path), await ask(path), await ask(path, { cookie })]
    const bytes = Buffer.from(await first.arrayBuffer())
    for (const other of [again, signed]) expect(Buffer.from(await other.arrayBuffer()).equals(bytes)).toBe(true)
    expect(brotliDecompressSync(bytes).toString()).not.toMatch(/nonce|name="position"/)
    const position = /^position;desc="(\d+)"$/.exec(first.headers.get('server-timing') ?? '')?.[1]
    expect(Number(position)).toBeGreaterThan(0)
    const tag = first.headers.get('etag') ?? ''
    for (const known of [tag, `"other", W/${tag}`]) {
      const unchanged = await ask(path, { 'if-none-match': known })
      expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
      for (const name of ['etag', 'vary', 'content-security-policy', 'server-timing'])
        expect([name, unchanged.headers.get(name)]).toEqual([name, first.headers.get(name)])
    }
    const changed = await ask(path, { 'if-none-match': tag, cookie: 'position=1' })
    // The shell of a screen of one person's is what everybody gets.
    expect(changed.status).toBe(path === '/perfil' ? 304 : 200)
  }
  const absent = await ask('/nada')
  expect((await ask('/nada', { 'if-none-match': absent.headers.get('etag') ?? '' })).status).toBe(404)
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
