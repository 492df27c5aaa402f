// Which screens have the top bar, and what stands in it on each.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, holdCalls, quiet } from '#frontend/testing/network.ts'

/** What the bar offers beside the logo; who may stay on the screen decides who opens it. */
const bars = {
  '/home': { by: 'visitor', items: ['cart', 'menu'] },
  '/register': { by: 'visitor', items: [] },
  '/login': { by: 'visitor', items: [] },
  '/shoppingCart': { by: 'shopper', items: ['home', 'menu'] },
  '/controlPanel': { by: 'admin', items: ['home', 'cart', 'menu'] },
  '/perfil': { by: 'shopper', items: ['home', 'cart'] },
} as const

async function expectBar(page: Page, path: keyof typeof bars): Promise<void> {
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('link', { name: /^GamerTech/ }), path).toHaveAttribute('href', '/')
  const item = {
    home: bar.locator('a[href="/home"]'),
    cart: bar.locator('a[href="/shoppingCart"]'),
    menu: bar.getByRole('button', { name: 'Menú de usuario' }),
  }
  for (const [name, thing] of Object.entries(item)) {
    const isThere = bars[path].items.some((each) => each === name)
    await expect(thing, `${name} on ${path}`).toHaveCount(isThere ? 1 : 0)
  }
}

const button = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Panel de Control' })

/** The six paths with a bar, and where somebody is led who may not stay: that screen has a bar as well. */
const ledTo: Record<keyof typeof bars, { visitor?: string; shopper?: string }> = {
  '/home': {},
  '/register': {},
  '/login': {},
  '/shoppingCart': { visitor: '/login' },
  '/controlPanel': { visitor: '/login', shopper: '/home' },
  '/perfil': { visitor: '/login' },
}

const paths = ['/home', '/register', '/login', '/shoppingCart', '/controlPanel', '/perfil'] as const

async function expectNoWayToPanel(pages: { visitor: Page; shopper: Page }): Promise<void> {
  for (const path of paths)
    for (const who of ['visitor', 'shopper'] as const) {
      const page = pages[who]
      const other = ledTo[path]
      await page.goto(path)
      await quiet(page)
      await expect(page).toHavePath(other[who] ?? path)
      // Over the sign-in stands why it is asked for, and nothing else is there for who hears the page.
      if (other[who] && path === '/shoppingCart') await page.getByRole('button', { name: 'Aceptar' }).click()
      await expect(page.getByRole('banner'), path).toBeVisible()
      await expect(button(page), path).toHaveCount(0)
      if (bars[path].by === who) await expectBar(page, path)
    }
}

/** Lets a page ask again who is signed in, as it does when it is looked at. */
const lookAt = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

test('[NAV-02] [NAV-04] [NAV-05] [NAV-06] [NAV-08] [NAV-09] six screens have the bar with the logo, and home, cart and menu where they lead somewhere; only admins have the way to the panel, and only on the cart, where one stays who became an admin there', async ({
  shop,
  visit,
}) => {
  const ana = await shop.newShopper()
  const [home, cart, visitor] = [await visit({ as: ana }), await visit({ as: ana }), await visit()]
  await home.goto('/home')
  await cart.goto('/shoppingCart')
  await expectNoWayToPanel({ visitor, shopper: await visit({ as: await shop.newShopper() }) })
  for (const page of [home, cart])
    await expect.poll(() => callsOf(page, '/api/session').map(({ status }) => status)).toContain(200)
  await expect(cart).toHavePath('/shoppingCart')
  await shop.makeAdmin(ana)
  await lookAt(home)
  await lookAt(cart)
  await expect(button(cart)).toBeVisible()
  await quiet(home)
  await expect(home).toHavePath('/home')
  await expect(button(home)).toHaveCount(0)
  await button(cart).click()
  await expect(cart).toHavePath('/controlPanel')
  for (const path of ['/controlPanel', '/perfil', '/register', '/login'] as const) {
    await cart.goto(path)
    await quiet(cart)
    await expect(cart).toHavePath(path)
    await expect(button(cart), path).toHaveCount(0)
    if (path === '/controlPanel') await expectBar(cart, path)
  }
})

test('[CAT-15] [CART-02] an admin who opens the catalogue or the cart works in the panel', async ({ shop, visit }) => {
  const page = await visit({ as: await shop.newAdmin() })
  for (const path of ['/home', '/home?q=teclado&page=2', '/shoppingCart']) {
    await page.goto(path)
    await expect(page, path).toHavePath('/controlPanel')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panel de Control')
  }
  await page.getByRole('link', { name: 'Inicio' }).click()
  await expect(page).toHavePath('/controlPanel')
})

test('the bar of a screen comes with the screen, not while the previous one still shows', async ({ page }) => {
  await page.goto('/about')
  const bar = page.getByRole('banner')
  const show = await holdCalls(page, '**/assets/home-*.js')
  await page.getByRole('link', { name: 'Productos' }).first().click()
  await expect(page).toHavePath('/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sobre GamerTech')
  await expect(bar).toHaveCount(0)
  await show()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Armá tu próximo setup')
  await expect(bar).toHaveCount(1)
})
