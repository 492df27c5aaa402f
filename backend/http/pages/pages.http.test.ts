// What the server says of its pages to those who run no scripts.
import { beforeAll, describe, expect } from 'vitest'
import { everyScreen } from '#backend/domain/screens.limits.ts'
import { eventsAfter } from '#backend/http/testing/api-fixture.ts'
import { ensureFrontend } from '#backend/testing/built-pages.ts'
import { test as base, makeProduct, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'

// The pages are rendered by what is built of them: this file may be the first that runs.
beforeAll(() => ensureFrontend(), 300_000)

const name = 'silla <b>"Ñandú"</b> & Cía'
const test = base.extend('sold', { scope: 'file' }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const specs = [
    { name: 'Marca', value: 'Drakon' },
    { name: 'Peso máximo', value: '150 kg' },
  ]
  const id = await makeProduct(admin, { name, category: 'Sillas Gamer', description: 'Cómoda.', price: 1234.5, specs })
  const soldOut = await makeProduct(admin, { name: 'Agotada', stock: 0 })
  const inactive = await makeProduct(admin, { name: 'Retirada' })
  const modify = async (product: number, change: object) => {
    const { body } = await admin.get(`/api/product/${product}`)
    const { reviews: _, reviewsTexts: __, reviewsScores: ___, rating: ____, ...whole } = body
    expect((await admin.post('/api/product/modifyproduct', { ...whole, ...change })).status).toBe(200)
  }
  await modify(soldOut, { price: 99 })
  await modify(inactive, { isActive: false })
  for (const score of [5, 4, 4]) {
    const reader = await signedIn(shop)
    const by = { userId: reader.id }
    const review = { textReview: { ...by, mensaje: 'Bien.' }, score: { ...by, score }, productId: id }
    expect((await reader.post('/api/product/addreviewscore', review)).status).toBe(201)
  }
  const head = await shop.core.store.head()
  expect(await shop.core.positions.waitFor(['catalogue', 'reviews', 'users', 'purchases'], head)).toBe(true)
  return { id, soldOut, inactive }
})

const decoded = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

/** What stands in the head, by name, the data of its scripts, and the page's own markup and text, for readers without JavaScript too. */
async function read(shop: Shop, path: string) {
  const { status, body, headers } = await shop.client().get(path)
  const html = String(body)
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
  const data = scripts.map((script) => JSON.parse(script[1] ?? ''))
  const markup = (/<body>(.*)<\/body>/s.exec(html)?.[1] ?? '').replace(/<script.*?<\/script>/gs, '')
  return {
    status,
    headers,
    title: decoded(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''),
    canonical: decoded(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? ''),
    meta: Object.fromEntries(metas.map((meta) => [meta[1], decoded(meta[2] ?? '')])),
    data: Object.fromEntries(data.map((one) => [one['@type'], one])),
    markup,
    text: decoded(markup.replace(/<[^>]*>/g, '')).replaceAll('\u00a0', ' '),
  }
}

/** When the log says that something of the product was last changed for those who look at it; ISO time. */
async function lastChangeOf(shop: Shop, id: number): Promise<string | undefined> {
  const events = await eventsAfter(shop, 0)
  const changes = events.filter(({ type, data }) => type.startsWith('Product') && data.productId === id)
  return changes.at(-1)?.at.toISOString()
}

/** The way to a chair. */
const crumbsOf = ({ url }: Shop, chair: string, path: string) => [
  { position: 1, name: 'Productos', item: `${url}/home` },
  { position: 2, name: 'Sillas Gamer', item: `${url}/home?category=Sillas+Gamer` },
  { position: 3, name: chair, item: `${url}${path}` },
]

describe('a page', () => {
  test('[HEAD-01] of a product has its head, its data as the API has them, and its own text', async ({
    shop,
    sold,
  }) => {
    const path = `/product/${sold.id}`
    const page = await read(shop, path)
    const { body: api } = await shop.client().get(`/api/product/${sold.id}`)
    const shown = `S${name.slice(1)}`
    const picture = new URL(api.imageUrl, shop.url).href
    expect(page).toMatchObject({ status: 200, title: `${shown} · GamerTech`, canonical: `${shop.url}${path}` })
    expect(page.meta).toMatchObject({
      description: 'Cómoda. $ 1.234,50.',
      'og:title': page.title,
      'og:description': 'Cómoda. $ 1.234,50.',
      'og:url': `${shop.url}${path}`,
      'og:image': picture,
      'og:image:alt': shown,
    })
    expect(page.meta).not.toHaveProperty('robots')
    expect(page.data.Product).toMatchObject({
      name: shown,
      sku: String(api.id),
      image: [picture],
      brand: { name: 'Drakon' },
      offers: { price: '1234.50', priceCurrency: shop.config.currency, availability: 'https://schema.org/InStock' },
      aggregateRating: { ratingValue: Number(api.rating.average.toFixed(2)), reviewCount: api.rating.count },
    })
    expect(Number(page.data.Product.offers.price)).toBe(api.price)
    expect(page.data.BreadcrumbList.itemListElement).toMatchObject(crumbsOf(shop, shown, path))
    for (const text of ['Cómoda.', '$ 1.234,50', 'Stock: 5', '3 reseñas', 'Peso máximo', '150 kg'])
      expect(page.text).toContain(text)
    expect(page.markup).toContain('4,3')
    expect(page.markup).not.toContain('<b>')

    const { data } = await read(shop, `/product/${sold.soldOut}`)
    expect(data.Product.offers.availability).toBe('https://schema.org/OutOfStock')
    expect(data.Product).not.toHaveProperty('aggregateRating')
  })

  test('of a product follows its changes', async ({ shop, sold }) => {
    const admin = await signedIn(shop, { admin: true })
    const id = await makeProduct(admin, { name: 'Mesa', price: 10 })
    expect((await read(shop, `/product/${id}`)).data.Product.offers.price).toBe('10.00')
    const {
      reviews: _,
      reviewsTexts: __,
      reviewsScores: ___,
      rating: ____,
      ...whole
    } = (await admin.get(`/api/product/${id}`)).body
    await admin.post('/api/product/modifyproduct', { ...whole, price: 9 })
    await expect.poll(async () => (await read(shop, `/product/${id}`)).data.Product.offers.price).toBe('9.00')
    expect((await read(shop, `/product/${sold.id}`)).status).toBe(200)
  })

  test('[HEAD-02] that is not there is 404 with the page that says so; private pages are not to be kept', async ({
    shop,
    sold,
  }) => {
    for (const path of ['/product/999999', `/product/${sold.inactive}`, '/product/abc', '/no/such/page', '/Homes']) {
      const page = await read(shop, path)
      expect([path, page.status, page.meta.robots]).toEqual([path, 404, 'noindex'])
      const isProduct = /^\/product\/\d/.test(path)
      expect([path, page.text.includes('No hay Stock o no existe el producto!')]).toEqual([path, isProduct])
      expect([path, page.text.includes('Esta página no existe')]).toEqual([path, !isProduct])
      expect(page.headers.get('content-type')).toContain('text/html')
    }
    for (const { path, description } of everyScreen.filter((screen) => screen.path !== '/product/$id')) {
      const page = await read(shop, path.replaceAll('$id', '7'))
      expect([path, page.status, page.meta.robots]).toEqual([path, 200, description ? undefined : 'noindex'])
      if (description) expect(page.canonical).toBe(new URL(path, shop.url).href)
    }
    for (const path of ['/controlPanel', '/shoppingCart', '/perfil', '/orders', '/order/7'])
      expect([path, (await read(shop, path)).meta.robots]).toEqual([path, 'noindex'])
    expect((await read(shop, '/home?category=Nada&page=2')).canonical).toBe(`${shop.url}/home`)
  })

  test('[HEAD-03] the list for search engines has every active product and public page with its last change', async ({
    shop,
    sold,
  }) => {
    const robots = await shop.client().get('/robots.txt')
    expect(robots.body).toContain(`Sitemap: ${shop.url}/sitemap.xml`)
    expect(robots.body).toMatch(/^Disallow: \/api\/$/m)
    const { status, body, headers } = await shop.client().get('/sitemap.xml')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    const entries = [...String(body).matchAll(/<url><loc>([^<]*)<\/loc><lastmod>([^<]*)<\/lastmod><\/url>/g)]
    const listed = new Map(entries.map(([, address = '', changed = '']) => [address.slice(shop.url.length), changed]))
    const open = everyScreen.flatMap(({ path, description }) => (description ? [path] : []))
    expect([...listed.keys()].filter((path) => !path.startsWith('/product/')).sort()).toEqual(open.sort())
    for (const path of open) expect(Date.parse(listed.get(path) ?? ''), path).toBeGreaterThan(0)
    for (const id of [sold.id, sold.soldOut])
      expect(listed.get(`/product/${id}`), `product ${id}`).toBe(await lastChangeOf(shop, id))
    expect(listed.has(`/product/${sold.inactive}`)).toBe(false)
    for (const part of ['2', '0', 'x', '99999'])
      expect((await shop.client().get(`/sitemap.xml?part=${part}`)).status).toBe(404)
    expect((await shop.client().get('/sitemap.xml?part=1')).body).toBe(body)
  })
})
