// What everybody may see comes rendered by the server, and the browser goes on from it.
import { statSync } from 'node:fs'
import type { Page } from 'playwright'
import { everyScreen } from '#backend/domain/screens.limits.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, quiet } from '#frontend/testing/network.ts'
import { consoleOf } from '#frontend/testing/visits.ts'

const comesLater = (path: string) => path === '/api/session' || /\/instalments(-[\w-]+\.js)?$/.test(path)

/** The page has been taken over: it asks who is there. */
async function takenOver(page: Page): Promise<void> {
  await expect.poll(() => callsOf(page, '/api/session').length).toBeGreaterThan(0)
}

/** Keeps scripts of the page from it until the result is called. `name`: what their names begin with. */
async function holdScripts(page: Page, name: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(`/assets/${name}-*.js`, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** The shop's own code runs: its router has put its hand on the history. */
const isRunning = (page: Page) => page.waitForFunction(() => Object.hasOwn(history, 'pushState'))

/** In the page: goes back once, from other reviews than the newest, as soon as React has begun to take the page over. */
function goBackInTheMidst(): void {
  if (!location.search.includes('stars')) return
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const root = document.getElementById('root') ?? {}
    if (Object.keys(root).some((key) => key.startsWith('__reactContainer'))) history.back()
    else port2.postMessage('')
  }
  port2.postMessage('')
}

/** Of a first page, compressed: on a slow phone each 10 KB are some 80 ms until the page answers. */
const maxScriptBytes = 135_000

const scriptsIn = (html: string) => [
  ...new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)),
]
const bytesOf = (scripts: string[]) =>
  scripts.reduce((sum, file) => {
    const compressed = statSync(`dist${file}.br`, { throwIfNoEntry: false })
    return sum + (compressed ?? statSync(`dist${file}`)).size
  }, 0)

test('each comes with its text, its data and the names of its scripts, at most 135 KB of them, and is taken over without a difference', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  const page = await visit()
  const failed: string[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    // Other tests have products whose pictures there are not.
    if (answer.status() >= 400 && !pathname.startsWith('/img/')) failed.push(pathname)
  })
  for (const { path } of everyScreen.filter(({ rendered }) => rendered)) {
    const before = callsOf(page).length
    const scripts: string[] = []
    const note = (request: { url(): string }) => scripts.push(new URL(request.url()).pathname)
    page.on('request', note)
    const html = (await (await page.goto(path.replace('$id', String(product.id))))?.text()) ?? ''
    await expect.poll(() => callsOf(page).length).toBeGreaterThan(before)
    await quiet(page)
    page.off('request', note)
    const heading = (await page.getByRole('heading', { level: 1 }).innerHTML()) || '-'
    expect(html, path).toContain(heading)
    // What came with the page is not asked for: who is there, and the wallet's instalments, are all it does not say.
    const asked = callsOf(page).slice(before)
    expect([path, asked.filter((call) => !comesLater(call.path))]).toEqual([path, []])
    const unnamed = scripts.filter((file) => file.endsWith('.js') && !html.includes(`"${file}"`) && !comesLater(file))
    expect([path, unnamed]).toEqual([path, []])
    expect(bytesOf(scriptsIn(html)), `${path}: ${scriptsIn(html).join(' ')}`).toBeLessThanOrEqual(maxScriptBytes)
  }
  const said = consoleOf(page).filter(
    (line) => /^(?:error|warning)/.test(line) && !/blocked by Playwright|status of 404/.test(line),
  )
  expect([said, failed]).toEqual([[], []])
})

test('a product comes with what else there is of its category, and with the reviews that its address asks for', async ({
  shop,
  visit,
}) => {
  const category = 'Coolers de prueba'
  const [product, other] = [await shop.addProduct({ category }), await shop.addProduct({ category })]
  for (const [nth, score] of [5, 1, 4].entries())
    await shop.postReview(await shop.newShopper(), product.id, score, `Opinión número ${nth}.`)
  await shop.settled()
  const page = await visit()
  const answer = await page.goto(`/product/${product.id}?stars=1&order=best&page=x`)
  const html = (await answer?.text()) ?? ''
  const markup = html.slice(html.indexOf('id="root"'), html.indexOf('data-answer')).replaceAll('<!-- -->', '')
  const parts = [`También en ${category}`, `href="/product/${other.id}"`, 'Opinión número 1.', 'Opinión número 0.']
  expect(parts.map((part) => markup.includes(part))).toEqual([true, true, true, false])
  await takenOver(page)
  expect(callsOf(page).filter(({ path }) => !comesLater(path))).toEqual([])
})

test('what is done before the scripts are there is done when they are', async ({ visit }) => {
  const page = await visit()
  const release = await holdScripts(page, 'index')
  await page.goto('/home', { waitUntil: 'commit' })
  await page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: /buscar/i }))
    .first()
    .fill('mouse sin scripts')
  await page.getByRole('button', { name: 'Abrir el chat' }).click()
  expect(callsOf(page)).toEqual([])
  release()
  await takenOver(page)
  await expect(page.getByRole('dialog', { name: 'Chat de GamerTech' })).toBeVisible()
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/\?q=mouse(?:\+|%20)sin(?:\+|%20)scripts$/)
})

test('what is typed and sent before the scripts are there is sent when they are', async ({ visit }) => {
  const page = await visit()
  const release = await holdScripts(page, 'index')
  await page.goto('/home', { waitUntil: 'commit' })
  const box = page.getByRole('combobox', { name: 'Buscar productos' })
  await box.fill('mouse sin scripts')
  await box.press('Enter')
  release()
  await takenOver(page)
  await expect(page).toHaveURL(/\?q=mouse(?:\+|%20)sin(?:\+|%20)scripts$/)
})

test('Back leads to the page of before, also before there are scripts and while the page is taken over, which sees no difference', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  for (const [nth, score] of [5, 1, 4].entries())
    await shop.postReview(await shop.newShopper(), product.id, score, `Opinión número ${nth}.`)
  const page = await visit()
  const reviews = page.getByRole('region', { name: 'Reviews:' })
  for (const held of ['index', 'product']) {
    await page.goto(`/product/${product.id}`)
    await reviews.getByRole('button', { name: '1 de 3, 1 estrella' }).click()
    await expect(page).toHaveURL(/\?stars=1$/)
    await expect(reviews.getByRole('listitem')).toHaveCount(1)
    const release = await holdScripts(page, held)
    const before = callsOf(page).length
    await page.reload({ waitUntil: 'commit' })
    await expect(reviews.getByRole('heading', { name: 'Últimas reseñas: de 1 estrella' })).toBeVisible()
    if (held === 'product') await isRunning(page)
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(/\/product\/\d+$/)
    release()
    await expect(reviews.getByRole('listitem')).toHaveCount(3)
    await expect(reviews.getByRole('heading', { name: 'Últimas reseñas:', exact: true })).toBeVisible()
    await expect.poll(() => callsOf(page).length).toBeGreaterThan(before)
    await page.unrouteAll()
  }
  await reviews.getByRole('button', { name: '1 de 3, 1 estrella' }).click()
  await expect(page).toHaveURL(/\?stars=1$/)
  await page.addInitScript(goBackInTheMidst)
  await page.reload({ waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/product\/\d+$/)
  await expect(reviews.getByRole('listitem')).toHaveCount(3)
})

test('what another tab is told while a page is taken over shows after it, and makes no difference before', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ price: 4000 })
  const first = await visit()
  await first.goto(`/product/${product.id}`)
  const places = {
    '/': 'landing',
    [`/home?q=${encodeURIComponent(product.name)}`]: 'home',
    [new URL(first.url()).pathname]: 'product',
  }
  for (const [place, [path, held]] of Object.entries(places).entries()) {
    const page = await first.context().newPage()
    const release = await holdScripts(page, held)
    await page.goto(path, { waitUntil: 'commit' })
    await isRunning(page)
    await shop.changeProduct(product.id, { price: 3001 + place })
    const shown = (tab: Page) => tab.getByText(`$ 3.00${1 + place}`, { exact: true }).first()
    await expect(shown(first)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(shown(page)).toBeHidden()
    release()
    await expect(shown(page)).toBeVisible()
    await page.close()
  }
})

test('what another tab is told after a page was rendered and before its scripts run shows too', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ price: 4000 })
  const path = `/product/${product.id}`
  const shown = (tab: Page, price: string) => expect(tab.getByText(price, { exact: true }).first()).toBeVisible()
  const first = await visit()
  await first.goto(path)
  await shop.changeProduct(product.id, { price: 3500 })
  // It listens, for all tabs: what is told once is not told again.
  await shown(first, '$ 3.500')
  const page = await first.context().newPage()
  const release = await holdScripts(page, 'index')
  await page.goto(path, { waitUntil: 'commit' })
  await shown(page, '$ 3.500')
  await shop.changeProduct(product.id, { price: 3999 })
  await shown(first, '$ 3.999')
  release()
  await shown(page, '$ 3.999')
})

test('an admin who arrives at the catalogue is led to the panel', async ({ shop, visit }) => {
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto('/home')
  await expect(page).toHavePath('/controlPanel')
})
