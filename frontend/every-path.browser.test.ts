// Every screen of the shop, typed by somebody who is allowed there: what it is, what it tells of other people, and how it looks.
import { QueryClient } from '@tanstack/react-query'
import type { Page, Route } from 'playwright'
import { createShopRouter } from '#frontend/router.tsx'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { faultsOf } from '#frontend/testing/screen-faults.ts'
import type { TestShop } from '#frontend/testing/shop.ts'

type Stop = {
  path: string
  /** Of a screen of the specification: the address stays, and this is its heading. */
  heading?: string | undefined
  /** Whether every width and both themes are looked at. */
  isLooked?: boolean
  /** Whether a bar would be a fault. */
  isBare?: boolean
}

/** A shopper with a paid, a rejected and an open order, a review, and a product in the cart. */
async function makeBuyer(shop: TestShop) {
  const product = await shop.addProduct({ name: 'Teclado de todos lados', stock: 9 })
  const buyer = await shop.newShopper()
  const order = async () => {
    await shop.addToCart(buyer, product.id)
    return shop.placeOrder(buyer)
  }
  const paid = await order()
  const returned = new URL(await shop.pay(buyer, paid))
  const rejected = await order()
  await shop.pay(buyer, rejected, 'rejected')
  const open = await order()
  await shop.postReview(buyer, product.id, 4, 'Muy bueno.')
  return { product, buyer, paid, rejected, open, success: returned.pathname + returned.search }
}

/** Somebody else who bought and reviewed the product, and has it in the cart again. */
async function makeOther(shop: TestShop, product: { id: number }) {
  const other = await shop.newShopper()
  await shop.addToCart(other, product.id)
  const order = await shop.placeOrder(other)
  await shop.pay(other, order)
  await shop.postReview(other, product.id, 5, 'Muy bueno.')
  await shop.addToCart(other, product.id)
  return order
}

/** Every address of the shop, of this product and this order. */
function everyScreen(product: { id: number }, order: { id: number }): string[] {
  const paths = Object.keys(createShopRouter(new QueryClient()).routesByPath)
  const every = paths.map((path) => path.replace('$id', String(path.startsWith('/order/') ? order.id : product.id)))
  expect(every).toEqual(expect.arrayContaining(['/home', `/product/${product.id}`, `/order/${order.id}`]))
  return every
}

/** Path to heading. */
const ofVisitors = (productId: number): Record<string, string> => ({
  '/': 'Bienvenidos a GamerTech',
  '/home': 'Armá tu próximo setup',
  [`/product/${productId}`]: 'Teclado de todos lados',
  '/login': 'Ingresar',
  '/register': 'Crear cuenta',
  '/about': 'Sobre GamerTech',
  '/preguntas-frecuentes': 'Preguntas frecuentes',
  '/contact': 'Contacto',
  '/privacy': 'Política de privacidad',
  '/terms': 'Términos y condiciones',
  '/banned-user': 'Tu cuenta fue suspendida temporalmente',
})

type Bought = Awaited<ReturnType<typeof makeBuyer>>

const ofBuyer = ({ product, paid, rejected, open, success }: Bought): Record<string, string> => ({
  [`/review/${product.id}`]: '¿Qué te pareció?',
  [`/productCart/${product.id}`]: 'Teclado de todos lados',
  '/shoppingCart': 'Carrito',
  '/perfil': 'Perfil',
  '/payment/failure': 'El Pago no pudo realizarse',
  '/orders': 'Mis compras',
  [`/order/${open.id}`]: `Orden Nº ${open.id}`,
  [`/order/${open.id}/checkout/payment`]: `Pago de la orden Nº ${open.id}`,
  [`/order/${open.id}/checkout/confirmation`]: 'Confirmación de tu orden',
  [`/order/${open.id}/checkout/payment/confirmation`]: 'Confirmación de tu orden',
  [success]: 'Pago realizado correctamente',
  [`/order/${paid.id}/checkout/payment/confirmation/success`]: 'Compra exitosa',
  [`/order/${rejected.id}/checkout/payment/confirmation/error`]: 'Compra fallida',
})

const lookedAsVisitor = [
  ...['/', '/login', '/register', '/banned-user', '/reset-password', '/arrepentimiento', '/no-such-page'],
]
const withBar = ['/home', '/register', '/login', '/shoppingCart', '/controlPanel', '/perfil']
/** What ends a session in the browser comes last. */
const lastly = ['/banned-user', '/register', '/login', '/login/google', '/reset-password']

function stopsOfVisitor({ product, paid }: Bought, foreign: { id: number }): Stop[] {
  const headings = ofVisitors(product.id)
  const paths = [...everyScreen(product, paid), `/order/${foreign.id}`, '/no-such-page']
  return paths.map((path) => ({ path, heading: headings[path], isLooked: lookedAsVisitor.includes(path) }))
}

function stopsOfBuyer(bought: Bought, foreign: { id: number }): Stop[] {
  const headings = ofBuyer(bought)
  const every = everyScreen(bought.product, bought.paid)
  const isLate = (path: string) => lastly.includes(path) || path.startsWith('/order/')
  const confirmations = ['success', 'error'].map((end) => `/order/${bought.open.id}/checkout/confirmation/${end}`)
  const unknown = ['/no/such/page', '/homes', '/no-such-page']
  const paths = new Set([
    ...every.filter((path) => !isLate(path)),
    ...Object.keys(headings),
    ...every.filter((path) => path.startsWith('/order/')),
    ...[...confirmations, `/order/${foreign.id}`, ...unknown, ...lastly],
  ])
  const isLooked = (path: string) =>
    every.includes(path) &&
    ![...lookedAsVisitor, '/controlPanel', '/login/google'].includes(path) &&
    !path.includes('/payment/confirmation')
  const isBare = (path: string) => ![...withBar, '/login/google'].includes(path)
  return [...paths].map((path) => ({
    path,
    heading: headings[path],
    isLooked: isLooked(path),
    isBare: isBare(path),
  }))
}

/** What every call of a page is answered. The build of the pages knows nobody and is not read. */
async function readAnswers(page: Page): Promise<string[]> {
  const answers: string[] = []
  const isCall = ({ pathname }: URL) => pathname.startsWith('/api/')
  await page.route(isCall, async (route: Route) => {
    // A stream has no end to wait for; it tells of products alone, which its own tests look at.
    if (route.request().headers().accept === 'text/event-stream') return route.continue()
    // The shop may close a connection that waited long, just as the next call takes it.
    const answer = await route.fetch({ maxRetries: 3 })
    answers.push(await answer.text())
    await route.fulfill({ response: answer })
  })
  return answers
}

/** Goes to every stop; returns what looks wrong, and the e-mails of people of the tests in any answer, each once. */
async function walk(page: Page, stops: readonly Stop[]) {
  const answers = await readAnswers(page)
  const faults: string[] = []
  let looked = 0
  for (const { path, heading, isLooked = false, isBare = false } of stops) {
    const before = answers.length
    await page.setViewportSize({ width: 1280, height: 800 })
    const screen = await page.goto(path)
    answers.push((await screen?.text()) ?? '')
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeAttached()
    await expect(page.locator('.shimmer')).toHaveCount(0)
    await expect.poll(() => answers.length, path).toBeGreaterThan(before + 1)
    if (heading) {
      await expect(title, path).toHaveText(heading, { ignoreCase: true })
      expect(new URL(page.url()).pathname, path).toBe(path.split('?')[0])
    }
    if (isBare) {
      await expect(title, path).toHaveCount(1)
      await expect(page.getByRole('banner'), path).toHaveCount(0)
    }
    if (isLooked) faults.push(...(await faultsOf(page, { name: nameOf(path), nth: looked++ })))
  }
  await page.unrouteAll({ behavior: 'wait' })
  const emails = [...new Set(answers.flatMap((text) => text.match(/persona\d+@gamertech\.test/gi) ?? []))]
  return { faults, emails, looked }
}

const nameOf = (path: string) => path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'landing'

/** In milliseconds: a busy machine takes long to look at thirty screens. */
const timeout = 300_000

test('[NAV-01] [NAV-03] [T15 partial] [TRUST-08] [HEAD-07 partial] every path shows its own screen after a full load, with a bar on six alone; no answer holds the e-mail of another person; and it can be read in both themes, by keyboard, on every width and at 200 %', {
  timeout,
}, async ({ shop, visit }) => {
  const bought = await makeBuyer(shop)
  const foreign = await makeOther(shop, bought.product)
  const [visitor, buyer] = await Promise.all([
    walk(await visit(), stopsOfVisitor(bought, foreign)),
    walk(await visit({ as: bought.buyer }), stopsOfBuyer(bought, foreign)),
  ])
  expect([...visitor.faults, ...buyer.faults]).toEqual([])
  expect(visitor.emails).toEqual([])
  expect(buyer.emails).toEqual([bought.buyer.email])
  expect(visitor.looked).toBe(lookedAsVisitor.length)
  const panel = await visit({ as: await shop.newAdmin() })
  await panel.goto('/controlPanel')
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Panel de Control', { ignoreCase: true })
  await expect(panel).toHavePath('/controlPanel')
})
