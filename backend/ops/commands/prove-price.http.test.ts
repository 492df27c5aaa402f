// Buyers press 'Pagar' on what pages showed them while admins change the prices; the log is replayed afterwards.
import { expect, vi } from 'vitest'
import { addItemToCart } from '#backend/commands/cart.ts'
import { placeOrder } from '#backend/commands/place-order.ts'
import { modifyProduct } from '#backend/commands/products/products.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { type PurchaseShop, test as purchaseTest } from '#backend/testing/purchase-fixture.ts'
import { makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'
import { offerTransfer, transferTerms } from '#backend/testing/transfer-fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

const test = purchaseTest.extend('run', { scope: 'file' }, ({ shop, databaseUrl }, { onCleanup }) =>
  opsOn({ core: shop.core, ownerPool: openOwnerPool(databaseUrl, onCleanup) }),
)
const [buyers, ordersEach] = [6, 25]
const context = { actor: 'operator', correlation: 'test' } as const
const cents = (amount: number) => Math.round(amount * 100)

/** A product as its page shows it, in units of currency. */
type Seen = { price: number; netPrice: number; transferPrice: number; priceFall?: { previousPrice: number } }
type Line = { productId: number; priceCents: number; discountCents: number }
type Proof = {
  order: { position: number }
  line: Line
  event: { position: number; priceCents: number; netCents: number }
  reduction: { isAnnounced: boolean; fromCents: number } | null
  faults: string[]
}
/** An order, and how its products were shown when its buyer pressed 'Pagar'. */
type Bought = { orderId: number; byTransfer: boolean; seen: ReadonlyMap<number, Seen> }

/** Each price is another one, with one rate or the other; they fall, and rise now and then. */
function priceEdits({ core }: PurchaseShop) {
  let edits = 0
  return (productId: number) => {
    const nth = ++edits
    const vatRate = nth % 3 === 0 ? 1050 : 2100
    const details = {
      name: `Producto ${productId}`,
      description: 'D',
      category: 'Periféricos',
      imageUrl: '/img/t.webp',
    }
    const change = {
      details: { ...details, specs: [], vatRate },
      priceCents: nth % 10 === 0 ? 95_000 + nth : 90_000 - nth * 301,
    }
    const stock = { units: 9000, unitsSeen: 9000 }
    return modifyProduct(core.store, context, { productId, isActive: true, ...change, ...stock })
  }
}

/** Looks at the products of the cart and presses 'Pagar', again and again until nothing changed in between. */
async function buy(shop: PurchaseShop, userId: number, productId: number, byTransfer: boolean): Promise<Bought> {
  const newcomerHolds = { take: async () => undefined, giveBack: async () => undefined }
  const services = { ...shop.services, newcomerHolds, maxUnpaidHolds: 999 }
  const cart = (await addItemToCart(shop.core.store, context, { userId, productId, quantity: 1 })).result
  for (;;) {
    const pages = cart.lines.map(
      async ({ productId: id }) => [id, (await shop.client().get(`/api/product/${id}`)).body] as const,
    )
    const seen = new Map<number, Seen>(await Promise.all(pages))
    const shown = cart.lines.map(({ productId: id, quantity }) => {
      const { price = 0, transferPrice = 0 } = seen.get(id) ?? {}
      return { id, quantity, priceCents: cents(price), paidCents: cents(byTransfer ? transferPrice : price) * quantity }
    })
    const echo = { totalCents: shown.reduce((sum, { paidCents }) => sum + paidCents, 0), lines: shown }
    try {
      const { result } = await placeOrder(services, context, userId, echo, { byTransfer })
      return { orderId: result.state.orderId, byTransfer, seen }
    } catch (error) {
      if (!(error instanceof Rejection) || error.code !== 'stale_total') throw error
    }
  }
}

/** Whether a price before was announced. */
function expectProven({ order, line, event, reduction, faults }: Proof, { seen, byTransfer }: Bought): boolean {
  const { price, netPrice, transferPrice, priceFall } = seen.get(line.productId) as Seen
  expect(faults).toEqual([])
  expect(event.position).toBeLessThan(order.position)
  expect([line.priceCents, event.priceCents, event.netCents]).toEqual([cents(price), cents(price), cents(netPrice)])
  expect(line.priceCents - line.discountCents).toBe(cents(byTransfer ? transferPrice : price))
  const before = reduction?.isAnnounced ? reduction.fromCents : null
  expect(before).toBe(priceFall ? cents(priceFall.previousPrice) : null)
  return before !== null
}

test('for every order line of a load, the prices shown are those that the log replays for that instant', async ({
  shop,
  run,
}) => {
  await offerTransfer(shop, { ...transferTerms, maxOpenOrders: 99 })
  const products = await Promise.all([1, 2, 3, 4].map(() => makeProduct(shop.admin, { price: 999, stock: 9000 })))
  const edit = priceEdits(shop)
  const one = async () => {
    const { id } = await signedIn(shop)
    const bought: Bought[] = []
    for (let nth = 0; nth < ordersEach; nth++) {
      const product = products[(id + nth) % 4] ?? 0
      const [order] = await Promise.all([buy(shop, id, product, nth % 2 === 0), edit(products[nth % 4] ?? 0)])
      bought.push(order)
    }
    return bought
  }
  const orders = (await Promise.all(Array.from({ length: buyers }, one))).flat()
  expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(buyers * ordersEach)

  let announced = 0
  for (const { seen, ...order } of orders)
    for (let nth = 1; nth <= seen.size; nth++) {
      const proof = await run('prove-price', String(order.orderId), String(nth), '--json')
      if (expectProven(JSON.parse(proof.text), { ...order, seen })) announced++
    }
  expect(announced).toBeGreaterThan(100)
})
