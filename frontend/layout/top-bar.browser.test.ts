// Which screens have the top bar, and what stands in it on each.
import { expect, test } from '#frontend/testing/browser-test.ts'

/** What the bar offers beside the logo; who may stay on the screen decides who opens it. */
const bars = {
  '/home': { by: 'visitor', items: ['cart', 'menu'] },
  '/register': { by: 'visitor', items: [] },
  '/login': { by: 'visitor', items: [] },
  '/shoppingCart': { by: 'shopper', items: ['home', 'menu'] },
  '/controlPanel': { by: 'admin', items: ['home', 'cart', 'menu'] },
  '/perfil': { by: 'shopper', items: ['home', 'cart'] },
} as const

test('[NAV-02] [NAV-04] [NAV-05] [NAV-06] six screens have the bar with the logo, and home, cart and menu where they lead somewhere', async ({
  shop,
  visit,
}) => {
  const pages = {
    visitor: await visit(),
    shopper: await visit({ as: await shop.newShopper() }),
    admin: await visit({ as: await shop.newAdmin() }),
  }
  for (const [path, { by, items }] of Object.entries(bars)) {
    const page = pages[by]
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page).toHavePath(path)
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: /^GamerTech/ }), path).toHaveAttribute('href', '/')
    const item = {
      home: bar.locator('a[href="/home"]'),
      cart: bar.locator('a[href="/shoppingCart"]'),
      menu: bar.getByRole('button', { name: 'Menú de usuario' }),
    }
    for (const [name, thing] of Object.entries(item)) {
      await expect(thing, `${name} on ${path}`).toHaveCount(items.some((each) => each === name) ? 1 : 0)
    }
  }
})

test('[NAV-03] no other screen has the bar', async ({ shop, visit }) => {
  const product = await shop.addProduct()
  const shopper = await shop.newShopper()
  await shop.addToCart(shopper, product.id)
  const order = await shop.placeOrder(shopper)
  const page = await visit({ as: shopper })
  const checkout = `/order/${order.id}/checkout`
  const paths = [
    ...['/', `/product/${product.id}`, `/productCart/${product.id}`, `/review/${product.id}`, '/about'],
    ...['/preguntas-frecuentes', '/contact', '/privacy', '/terms', '/banned-user', '/payment/success'],
    ...['/payment/failure', '/orders', `/order/${order.id}`, `${checkout}/payment`, `${checkout}/confirmation`],
    ...[`${checkout}/confirmation/success`, `${checkout}/confirmation/error`, '/no/such/page', '/homes'],
  ]
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await expect(page.getByRole('banner'), path).toHaveCount(0)
  }
})
