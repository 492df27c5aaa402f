// The shop without a connection, and what the browser keeps for it.
import type { BrowserContext, Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf } from '#frontend/testing/network.ts'
import type { TestShop } from '#frontend/testing/shop.ts'

/** The worker is there, has what pages need, and is asked for what this page asks. */
async function installed(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

/** Every address and text in all caches. */
async function keptBy(page: Page): Promise<{ urls: string[]; text: string }> {
  return page.evaluate(async () => {
    const urls: string[] = []
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        urls.push(new URL(request.url).pathname)
        const answer = await cache.match(request)
        texts.push([...(answer?.headers ?? [])].join(' '), (await answer?.text()) ?? '')
      }
    }
    return { urls, text: texts.join('\n') }
  })
}

async function seen(page: Page, path: string): Promise<void> {
  await expect.poll(async () => (await keptBy(page)).urls).toContain(path)
}

const line = (page: Page) => page.getByRole('list', { name: 'Productos del carrito' }).getByRole('listitem')
const storedCart = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null')?.productsId)

async function makeProducts(shop: TestShop) {
  return [
    await shop.addProduct({ name: 'Mouse que se vio', stock: 9 }),
    await shop.addProduct({ name: 'Mouse que nadie vio' }),
  ] as const
}

/** A product that is seen and put into the browser's cart. The worker was not there yet when its page was opened. */
async function seeAndChoose(page: Page, product: { id: number; name: string }): Promise<void> {
  await page.goto(`/product/${product.id}`)
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
  await installed(page)
  await seen(page, `/api/product/${product.id}`)
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aceptar' }).click()
}

/** On a phone, what is bought by lies at the foot of the window too. */
async function expectNoticeAboveBar(page: Page): Promise<void> {
  const desk = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 390, height: 500 })
  const bar = await page.getByRole('region', { name: 'Compra rápida' }).boundingBox()
  const notice = await page.getByText(/^Sin conexión: ves/).boundingBox()
  expect((notice?.y ?? Number.NaN) + (notice?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? Number.NaN)
  await page.setViewportSize(desk)
}

test('[HEAD-05] without a connection seen pages and the cart open and can be changed, an unseen one says what it needs, and nothing private is kept', async ({
  shop,
  visit,
}) => {
  const [product, unseen] = await makeProducts(shop)
  const page = await visit({ worker: true })
  await page.goto('/')
  await expectInstallable(page)
  await seeAndChoose(page, product)

  await page.context().setOffline(true)
  await page.goto(`/product/${product.id}`)
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
  await expect(page.getByText('Sin conexión: ves lo último que guardó este navegador.')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.querySelector('main img')?.clientWidth)).toBeGreaterThan(0)
  await expectNoticeAboveBar(page)
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aceptar' }).click()
  await page.goto('/shoppingCart')
  await expect(line(page)).toContainText(product.name)
  // The person's plate and the product's picture too, in whatever size it was seen.
  const isDrawn = (pictures: HTMLImageElement[]) => pictures.every(({ naturalWidth }) => naturalWidth > 0)
  await expect.poll(() => page.locator('header img').evaluateAll(isDrawn)).toBe(true)
  await expect.poll(() => line(page).locator('img').evaluateAll(isDrawn)).toBe(true)
  await expect(line(page).locator('img')).toHaveCount(1)
  await page.getByRole('button', { name: 'Agregar uno' }).click()
  await expect.poll(() => storedCart(page)).toEqual([{ id: product.id, quantity: 3 }])
  await page.getByRole('button', { name: `Quitar ${product.name}` }).click()
  await expect(page.getByText('Tu carrito está vacío')).toBeVisible()
  expect(await storedCart(page)).toBeUndefined()

  await page.goto(`/product/${unseen.id}`)
  await expect(page.getByRole('alert')).toContainText('Esta página necesita conexión.')
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: unseen.name })).toBeVisible()
  await expectNothingPrivate(shop, visit)
})

/** What a browser asks before it offers to install the shop. */
async function expectInstallable(page: Page): Promise<void> {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(await page.locator('link[rel="manifest"]').getAttribute('href')).toBe('/manifest.webmanifest')
  expect(manifest).toMatchObject({ display: 'standalone', scope: '/', lang: 'es-AR' })
  const purposes = new Set<string>()
  for (const { src, sizes, type, purpose } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type'], src).toContain(type)
    if (sizes === 'any') continue
    const size = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob())
      return `${picture.width}x${picture.height}`
    }, src)
    expect(size).toBe(sizes)
    purposes.add(`${purpose} ${sizes}`)
  }
  for (const wanted of ['any 192x192', 'any 512x512', 'maskable 512x512']) expect(purposes).toContain(wanted)
}

type Visit = (options: { as: Awaited<ReturnType<TestShop['newShopper']>>; worker: true }) => Promise<Page>

/** After a shopper's and an admin's session: no call of theirs and no word about them. Signing out takes the seen pages too. */
async function expectNothingPrivate(shop: TestShop, visit: Visit): Promise<void> {
  const product = await shop.addProduct({ name: 'Teclado de alguien' })
  const buyer = await shop.newShopper('Nombre Muy Privado')
  await shop.addToCart(buyer, product.id)
  const order = await shop.placeOrder(buyer)
  const admin = await shop.newAdmin()
  const ofBuyer = {
    paths: ['/orders', `/order/${order.id}`, '/perfil'],
    calls: ['/api/session', '/api/cart/', '/api/purchase/', '/api/order/'],
  }
  const ofAdmin = {
    paths: ['/controlPanel', '/controlPanel?tab=clientes'],
    calls: ['/api/session', '/api/panel/users'],
  }
  for (const person of [buyer, admin]) {
    const page = await visit({ as: person, worker: true })
    await page.goto(`/product/${product.id}`)
    await installed(page)
    const { paths, calls } = person === admin ? ofAdmin : ofBuyer
    for (const path of [`/product/${product.id}`, ...paths]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.shimmer')).toHaveCount(0)
    }
    for (const path of calls)
      await expect.poll(() => callsOf(page, path).some(({ status }) => status === 200)).toBe(true)
    const kept = await keptBy(page)
    const isPublic = (path: string) => /^\/api\/(product\/\d+|catalogue)/.test(path)
    expect(kept.urls.filter((path) => path.startsWith('/api/') && !isPublic(path))).toEqual([])
    for (const word of [buyer.email, admin.email, 'Nombre Muy Privado', 'set-cookie'])
      expect(kept.text).not.toContain(word)
    if (person === admin) continue
    expect(kept.urls).toContain(`/api/product/${product.id}`)
    await page.goto('/home')
    await page.getByRole('button', { name: 'Menú de usuario' }).click()
    await page.getByRole('menuitem', { name: 'Desloguearse' }).click()
    await expect.poll(async () => (await keptBy(page)).urls).not.toContain(`/api/product/${product.id}`)
  }
}

test('with a connection a price is the shop’s of now, and a worker that fails leaves the shop as it is', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ price: 2000 })
  const page = await visit({ worker: true })
  await page.goto(`/product/${product.id}`)
  await installed(page)
  await seen(page, `/api/product/${product.id}`)
  await shop.changeProduct(product.id, { price: 1500 })
  await page.goto(`/product/${product.id}`)
  await expect(page.getByRole('main')).toContainText(/1\.500(?!,)/)

  const broken = await visit({ worker: true })
  await breakWorker(broken.context())
  await broken.goto('/home')
  await expect(broken.getByRole('article').first()).toBeVisible()
  await expect
    .poll(() => broken.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0)
})

/** The worker's file is no script. */
async function breakWorker(context: BrowserContext): Promise<void> {
  await context.route('**/service-worker.js', (route) =>
    route.fulfill({ status: 200, contentType: 'text/javascript', body: '}' }),
  )
}
