// Nothing that a script of the page can read lets anybody in.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import { chooseAtGoogle, goToWallet } from '#frontend/testing/steps.ts'

type Kept = { key: string; value: string }

/** What scripts of the page write to its storages and cookies, from now on and through reloads. */
async function watchStorages(page: Page): Promise<Kept[]> {
  const kept: Kept[] = []
  await page.exposeBinding('tellTest', (_source, key: string, value: string) => void kept.push({ key, value }))
  await page.addInitScript(() => {
    const tell = (key: string, value: string) => void Reflect.get(window, 'tellTest')(key, value)
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (key: string, value: string) {
      tell(key, value)
      setItem.call(this, key, value)
    }
  })
  return kept
}

/** All that a script can read now. */
function readable(page: Page): Promise<Kept[]> {
  return page.evaluate(() => {
    const cookies = document.cookie.split('; ').filter(Boolean)
    const stored = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage) as [string, string][])
    const named = [...cookies.map((cookie) => cookie.split('=') as [string, string]), ...stored]
    return named.map(([key, value]) => ({ key, value }))
  })
}

/** Whether the shop takes the text for somebody's credential, as its cookie or as a bearer's. */
async function letsIn(shop: TestShop, userId: number, text: string): Promise<boolean> {
  const word = encodeURIComponent(text)
  for (const headers of [{ cookie: `sid=${word}` }, { authorization: `Bearer ${word}` }]) {
    const answer = await fetch(`${shop.url}/api/cart/${userId}`, { headers })
    if (answer.status !== 401) return true
  }
  return false
}

async function register(page: Page): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill('Ana María')
  await page.getByLabel('Email', { exact: true }).fill(`${crypto.randomUUID()}@gamertech.test`)
  await page.getByLabel('Password', { exact: true }).fill('Clave-segura-1')
  await page.getByRole('button', { name: 'Registrar' }).click()
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Clave-segura-1')
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

async function signInByGoogle(page: Page, shop: TestShop): Promise<void> {
  await page.goto('/login')
  await chooseAtGoogle(page, shop.newGooglePerson())
}

async function buy(page: Page, productId: number): Promise<void> {
  await page.goto(`/product/${productId}`)
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await expect(page).toHavePath('/home')
  await goToWallet(page)
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expect(page.getByRole('heading', { name: 'Compra exitosa' })).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/home')
  await page.getByRole('button', { name: 'Menú de usuario' }).click()
  await page.getByRole('menuitem', { name: 'Desloguearse' }).click()
  await expect(page).toHavePath('/')
}

test('[T27] [STOR-02] whatever way in, through a purchase to the sign-out, no script can read or store what works as a credential', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  const { email } = await shop.newShopper()
  const ways = [register, (page: Page) => signIn(page, email), (page: Page) => signInByGoogle(page, shop)]
  for (const enter of ways) {
    const page = await visit()
    const written = await watchStorages(page)
    await enter(page)
    await expect(page).toHavePath('/home')
    await buy(page, product.id)
    const userId = await page.evaluate(() => Number(localStorage.getItem('id')))
    const found = [...written, ...(await readable(page))]
    expect(found.map(({ key }) => key)).toContain('marcaTiempoLogin')
    for (const value of new Set(found.map((each) => each.value)))
      expect(await letsIn(shop, userId, value), value).toBe(false)
    // The session itself is there meanwhile, out of the page's reach.
    const session = (await page.context().cookies()).find(({ name }) => name === 'sid')
    expect(session?.httpOnly).toBe(true)
    expect(await letsIn(shop, userId, session?.value ?? '')).toBe(true)
    expect(JSON.stringify(found)).not.toContain(session?.value)

    await signOut(page)
    expect([...written, ...(await readable(page))].map(({ key }) => key)).not.toContain('token')
  }
})
