// Prices as the law wants them told, from the card to the mail.
import type { Page } from 'playwright'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { TestShop } from '#frontend/testing/shop.ts'

/** 110.50 with 10.5 % is 100 net, 121 with 21 % as well; two of the second are 200. */
async function twoRates(shop: TestShop) {
  const low = await shop.addProduct({ name: 'Placa de media tasa', price: 110.5, vatRate: 1050 })
  const high = await shop.addProduct({ name: 'Silla de tasa entera', price: 121.01, vatRate: 2100 })
  return { low, high, nets: { low: '$ 100', high: '$ 100,01' } }
}

const net = (amount: string) => `Precio sin impuestos nacionales: ${amount}`

test('[TRUE-05] product, cart, order and mail tell the final price and the net one of 10.5 % and of 21 % IVA, to the cent', async ({
  shop,
  visit,
}) => {
  const { low, high, nets } = await twoRates(shop)
  const shopper = await shop.newShopper()
  const page = await visit({ as: shopper })
  for (const [product, price, amount] of [
    [low, '$ 110,50', nets.low],
    [high, '$ 121,01', nets.high],
  ] as const) {
    await page.goto(`/product/${product.id}`)
    const block = page.locator('[data-price-block]').first()
    await expect(block).toContainText(price)
    await expect(block).toContainText(net(amount))
  }
  await shop.addToCart(shopper, low.id, 1)
  await shop.addToCart(shopper, high.id, 2)
  await page.goto('/shoppingCart')
  const line = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(line(low.name)).toContainText(net(nets.low))
  await expect(line(high.name)).toContainText(net(nets.high))
  await expect(line(high.name)).toContainText('$ 242,02')
  await expect(page.getByRole('region', { name: 'Tu compra' })).toContainText(net('$ 300,02'))
  const order = await shop.placeOrder(shopper)
  await shop.pay(shopper, order)
  await page.goto(`/order/${order.id}`)
  const bought = page.getByRole('region', { name: 'Productos' })
  await expect(bought.getByRole('listitem').filter({ hasText: low.name })).toContainText(net(nets.low))
  await expect(bought.getByRole('listitem').filter({ hasText: high.name })).toContainText(net(nets.high))
  await expect(bought).toContainText('$ 352,52')
  const receipt = async () =>
    (await mailsTo(shop.mailboxUrl, shopper.email)).find(({ subject }) => subject.includes('Tu compra'))?.text_body ??
    ''
  await expect.poll(receipt, { timeout: 20_000 }).toContain('Total: ')
  const text = (await receipt()).replace(/\u00a0/g, ' ')
  expect(text).toContain(`- 1 × ${low.name}: $ 110,50\n  ${net('$ 100')}`.replace(/\u00a0/g, ' '))
  expect(text).toContain(`- 2 × ${high.name}: $ 242,02\n  ${net('$ 200,02')}`.replace(/\u00a0/g, ' '))
})

test('[TRUE-08] graph and table of the prices say the same from the first one on, and prove-price names the events of an order', async ({
  ownShop,
  visit,
  onTestFinished,
}) => {
  const shop = await ownShop()
  const product = await shop.addProduct({ price: 2000 })
  await shop.changeProduct(product.id, { price: 1500 })
  const shopper = await shop.newShopper()
  await shop.addToCart(shopper, product.id, 2)
  const order = await shop.placeOrder(shopper)
  await shop.changeProduct(product.id, { price: 1800 })
  const page = await visit({ shop })
  await page.goto(`/product/${product.id}`)
  await page.getByText('Historial de precios').click()
  const rows = page.getByRole('table', { name: /Precios del producto/ }).getByRole('row')
  await expect(rows).toHaveText([
    /Desde/,
    /\$\s2\.000\$\s1\.652,89/,
    /\$\s1\.500\$\s1\.239,67/,
    /\$\s1\.800\$\s1\.487,60/,
  ])
  const graph = page.locator('details', { hasText: 'Historial de precios' }).locator('svg path')
  await expect(graph).toHaveAttribute('d', /^M0 2H[\d.]+V38H[\d.]+V16\.4H100$/)

  const ownerPool = openOwnerPool(shop.databaseUrl, (end) => onTestFinished(end))
  const run = opsOn({ core: shop.core, ownerPool })
  const { code, text } = await run('prove-price', String(order.id), '1', '--json')
  const proof = JSON.parse(text)
  const events = (await shop.core.store.readStreams([`product-${product.id}`])).get(`product-${product.id}`) ?? []
  const [first, lowered] = events.filter(({ type }) => type === 'ProductAdded' || type === 'ProductPriceChanged')
  expect([code, proof.faults]).toEqual([0, []])
  expect(proof.event).toMatchObject({ position: lowered?.position, priceCents: 150_000, netCents: 123_967 })
  expect(proof.reduction).toMatchObject({ fromCents: 200_000, position: first?.position, daysOnSale: 0 })
  expect((await run('prove-price', String(order.id), '2')).code).toBe(1)
  expect((await run('prove-price', '999999', '1')).code).toBe(1)
  const { lines } = await run('prove-price', String(order.id), '1')
  expect(lines.at(-1)).toBe('Coincide con el registro.')
})

const plans = [
  { brand: 'visa', count: 1, rate: 0, cft: '0,00' },
  { brand: 'visa', count: 3, rate: 0, cft: '0,00' },
  { brand: 'master', count: 12, rate: 50, cft: '119,87' },
  { brand: 'visa', count: 12, rate: 50, cft: '119,87' },
]

test('[TRUE-06] instalments show with CFTEA and total as the wallet answers; without plans or an answer nothing does, and never an older one', async ({
  ownShop,
  visit,
}) => {
  const shop = await ownShop()
  shop.offerInstalments(plans)
  const product = await shop.addProduct({ price: 1200 })
  const page = await visit({ shop })
  await page.goto(`/product/${product.id}`)
  const buying = page.getByRole('main')
  const summary = buying.getByText(/cuotas/).first()
  await expectPlans(page)

  // Kept for ten minutes, and not a moment longer: then the wallet gives no answer.
  shop.offerInstalments('silent')
  await page.reload()
  await expect(summary).toBeVisible()
  shop.passMinutes(11)
  const place = page.locator('[data-instalments]')
  const placed = async () => (await place.boundingBox())?.height
  const height = await placed()
  await reloaded(page, product.id)
  await expect(buying.getByText(/cuotas/)).toHaveCount(0)
  expect(await placed()).toBe(height)

  shop.passMinutes(11)
  shop.offerInstalments([])
  await reloaded(page, product.id)
  await expect(buying.getByText(/cuotas/)).toHaveCount(0)

  // The wallet now offers only plans with interest, so none is 'sin interés'. The page asks again for the new price.
  shop.offerInstalments(plans.slice(2))
  await shop.changeProduct(product.id, { price: 2400 })
  await reloaded(page, product.id)
  await expect(summary).toHaveText('12 cuotas de $\u00a0300')
  await expect(buying.getByText('CFTEA 119,87\u00a0%').first()).toBeVisible()
  await expect(buying.getByText('sin interés')).toHaveCount(0)
  expect(await (await fetch(`${shop.url}/product/${product.id}`)).text()).not.toContain('cuotas')
})

/** Those of `plans` for 1,200, in short and as a table. */
async function expectPlans(page: Page): Promise<void> {
  await expect(
    page
      .getByRole('main')
      .getByText(/cuotas/)
      .first(),
  ).toHaveText('3 cuotas sin interés de $\u00a0400')
  await page.getByText('Ver todas').click()
  await expect(page.getByRole('table', { name: /Cuotas por tarjeta/ }).getByRole('row')).toHaveText([
    /CFTEA/,
    '3 cuotas sin interés de $\u00a0400Visa$\u00a01.200CFTEA 0,00\u00a0%',
    '12 cuotas de $\u00a0150Visa, Mastercard$\u00a01.800CFTEA 119,87\u00a0%',
  ])
}

/** Reloads, and waits until the page has the wallet's answer or knows of none. */
async function reloaded(page: Page, id: number): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.url().endsWith(`/api/product/${id}/instalments`))
  await page.reload()
  await (await answered).finished()
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
}

test('all blocks of prices fit four pages at 320 px, in both themes', async ({ shop, visit }) => {
  const { low, high } = await twoRates(shop)
  await shop.changeProduct(low.id, { price: 99_999_999.99 })
  const shopper = await shop.newShopper()
  await shop.addToCart(shopper, low.id, 1)
  await shop.addToCart(shopper, high.id, 1)
  const order = await shop.placeOrder(shopper)
  const page = await visit({ as: shopper, width: 320 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const path of [`/home?q=tasa`, `/product/${low.id}`, '/shoppingCart', `/order/${order.id}`]) {
      await page.goto(path)
      await expect(page.locator('[data-net-price]').first()).toBeVisible()
      if (path.startsWith('/product/'))
        for (const more of ['Ver todas', 'Historial de precios']) await page.getByText(more).click()
      expect([path, await widerThanTheirBox(page)]).toEqual([path, []])
    }
  }
})

/** Texts of prices that leave the screen or are smaller than 12 px. */
function widerThanTheirBox(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = [...document.querySelectorAll('[data-price-block], [data-net-price]')].filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < 0 || right > innerWidth || Number.parseFloat(getComputedStyle(element).fontSize) < 12
    })
    const page = document.documentElement.scrollWidth > innerWidth ? ['the page'] : []
    return [...page, ...wide.map((element) => element.textContent ?? '')]
  })
}
