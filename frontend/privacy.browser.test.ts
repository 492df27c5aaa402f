// What the shop's answers tell about other people.
import { QueryClient } from '@tanstack/react-query'
import type { Page, Route } from 'playwright'
import { createShopRouter } from '#frontend/router.tsx'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { TestShop } from '#frontend/testing/shop.ts'

/** The address of each screen of the shop, of this product and this order. */
function everyScreen(product: { id: number }, order: { id: number }): string[] {
  const paths = Object.keys(createShopRouter(new QueryClient()).routesByPath)
  return paths.map((path) => path.replace('$id', String(path.startsWith('/order/') ? order.id : product.id)))
}

/** The e-mails of people of the tests in every answer to these screens, each once. The build of the pages knows nobody and is not read. */
async function emailsIn(page: Page, paths: readonly string[]): Promise<string[]> {
  const answers: string[] = []
  const isCall = ({ pathname }: URL) => pathname.startsWith('/api/')
  const read = async (route: Route) => {
    // A stream has no end to wait for; it tells of products alone, which its own tests look at.
    if (route.request().headers().accept === 'text/event-stream') return route.continue()
    // The shop may close a connection that waited long, just as the next call takes it.
    const answer = await route.fetch({ maxRetries: 3 })
    answers.push(await answer.text())
    await route.fulfill({ response: answer })
  }
  await page.route(isCall, read)
  for (const path of paths) {
    const before = answers.length
    const screen = await page.goto(path)
    answers.push((await screen?.text()) ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.locator('.shimmer')).toHaveCount(0)
    await expect.poll(() => answers.length).toBeGreaterThan(before + 1)
  }
  await page.unrouteAll({ behavior: 'wait' })
  return [...new Set(answers.flatMap((text) => text.match(/persona\d+@gamertech\.test/gi) ?? []))]
}

/** A person with an order, a review and a cart. */
async function customer(shop: TestShop, product: { id: number }) {
  const person = await shop.newShopper()
  await shop.addToCart(person, product.id)
  const order = await shop.placeOrder(person)
  await shop.pay(person, order)
  await shop.postReview(person, product.id, 5, 'Muy bueno.')
  await shop.addToCart(person, product.id)
  return { person, order }
}

for (const caller of ['a visitor', 'a user']) {
  test(`[T15 partial] [TRUST-08] no answer to any screen of ${caller} holds the e-mail of another person`, async ({
    shop,
    visit,
  }) => {
    const product = await shop.addProduct()
    const [own, foreign] = [await customer(shop, product), await customer(shop, product)]
    const paths = [...everyScreen(product, own.order), `/order/${foreign.order.id}`, '/no-such-page']
    expect(paths).toEqual(expect.arrayContaining(['/home', `/product/${product.id}`, `/order/${own.order.id}`]))
    const isUser = caller === 'a user'
    const page = await visit(isUser ? { as: own.person } : {})
    expect(await emailsIn(page, paths)).toEqual(isUser ? [own.person.email] : [])
  })
}
