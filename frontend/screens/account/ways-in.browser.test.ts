// What registration and both ways of signing in have in common: what the browser remembers, its cart, and a suspended account.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, holdAnswers, holdCalls } from '#frontend/testing/network.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import { chooseAtGoogle } from '#frontend/testing/steps.ts'

const password = 'Clave-segura-1'

async function byEmail(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

async function byGoogle(page: Page, person: ReturnType<TestShop['newGooglePerson']>): Promise<void> {
  await page.goto('/login')
  await chooseAtGoogle(page, person)
}

async function byRegistering(page: Page): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill('Ana María')
  await page.getByLabel('Email', { exact: true }).fill(`${randomUUID()}@gamertech.test`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrar' }).click()
}

/** Each way in, the call that answers it, and how to go it as somebody new. */
const ways = [
  ['users/verifyuser', async (shop: TestShop, page: Page) => byEmail(page, (await shop.newShopper()).email)],
  ['auth/google/finish', (shop: TestShop, page: Page) => byGoogle(page, shop.newGooglePerson())],
  ['users/new', (_: TestShop, page: Page) => byRegistering(page)],
] as const

test('[STOR-01] each way in leaves the same keys, from the answer of the shop, and no other', async ({
  shop,
  visit,
}) => {
  for (const [call, enter] of ways) {
    const page = await visit()
    const answer = page.waitForResponse(`**/api/${call}`)
    await enter(shop, page)
    const { user, marcaTiempoLogin } = await (await answer).json()
    await expect(page).toHavePath('/home')
    const kept = { isAuthenticated: 'true', vrfd: 'true', changeRolAttempts: '3' }
    const stored = () => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
    await expect.poll(stored, call).toEqual({ ...kept, id: String(user.id), marcaTiempoLogin })
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr-')))).toEqual([])
  }
})

test("[ACC-23] each way in sends the browser's cart as the user's own, empties it and shows what came of it", async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  for (const [call, enter] of ways) {
    const lines = [{ id: product.id, quantity: 2 }]
    const cart = JSON.stringify({ userId: 0, productsId: lines, mergeId: randomUUID() })
    const page = await visit({ stored: { cart } })
    await enter(shop, page)
    await expect(page).toHavePath('/home')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cart')), call).toBeNull()
    const userId = await page.evaluate(() => Number(localStorage.getItem('id')))
    const merge = { method: 'POST', body: { userId, productsId: lines }, status: 200 }
    await expect.poll(() => callsOf(page, '/api/cart/addcartfromlocalstorage')[0]).toMatchObject(merge)
    await page.getByRole('link', { name: /^carrito,/i }).click()
    await expect(page.getByRole('main').getByRole('link', { name: product.name, exact: true })).toBeVisible()
  }
})

test('[ACC-23] a cart that was read before the merge does not show over it', async ({ shop, visit }) => {
  const product = await shop.addProduct()
  const cart = JSON.stringify({ userId: 0, productsId: [{ id: product.id, quantity: 2 }], mergeId: randomUUID() })
  const page = await visit({ stored: { cart } })
  const early = await holdAnswers(page, /\/api\/cart\/\d+$/)
  const merge = await holdCalls(page, '**/api/cart/addcartfromlocalstorage')
  await byGoogle(page, shop.newGooglePerson())
  await early.answered
  await merge()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
  await early.release()
  await page
    .getByRole('link', { name: /^carrito,/i })
    .first()
    .click()
  await expect(page.getByRole('main').getByRole('link', { name: product.name, exact: true })).toBeVisible()
})

test('[ACC-29] a suspended account gets 403 and no session by e-mail or by Google, and its own page', async ({
  shop,
  visit,
}) => {
  const shopper = await shop.newShopper()
  const person = shop.newGooglePerson()
  const first = await visit()
  await byGoogle(first, person)
  await expect(first).toHavePath('/home')
  const byBoth = { id: await first.evaluate(() => Number(localStorage.getItem('id'))) }
  for (const account of [shopper, byBoth]) await shop.ban(account)
  const refusals = [
    ['users/verifyuser', (page: Page) => byEmail(page, shopper.email)],
    ['auth/google/finish', (page: Page) => byGoogle(page, person)],
  ] as const
  for (const [call, enter] of refusals) {
    const page = await visit()
    const answer = page.waitForResponse(`**/api/${call}`)
    await enter(page)
    const refused = await answer
    expect([refused.status(), (await refused.json()).code]).toEqual([403, 'user_banned'])
    await expect(page).toHavePath('/banned-user')
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('sid')
  }
})
