// What a rule looks at in other streams is looked at anew when a command lost the race for its own stream.
import { expect, vi } from 'vitest'
import { blankAddress } from '#backend/domain/address.limits.ts'
import { delivery } from '#backend/domain/delivery/delivery.ts'
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'
import { test as coreTest, openTestCore } from '#backend/testing/core-fixture.ts'
import { addItemToCart, mergeCart } from './cart.ts'
import { changeDelivery } from './changes.ts'
import { placeOrder } from './place-order.ts'
import { addProduct, modifyProduct } from './products/products.ts'
import { postReview } from './reviews.ts'

const context: ShopContext = { actor: 'operator', correlation: 'test' }
const details = { name: 'Teclado', description: 'Compacto', category: 'Periféricos', imageUrl: '/img/t.webp' }
let people = 0

/** `userId`: nobody's yet; `product`: on sale, five units; `overtake`: runs as another process before the next append of `core`. */
const test = coreTest
  .extend('userId', () => ++people)
  .extend('product', async ({ core }) => {
    const added = { details: { ...details, specs: [] }, priceCents: 100, currency: 'ARS', units: 5 }
    return { id: (await addProduct(core.store, context, added)).result }
  })
  .extend('overtake', async ({ core, databaseUrl }, { onCleanup }) => {
    const other = await openTestCore(databaseUrl)
    onCleanup(() => other.close())
    return (faster: (store: ShopStore) => Promise<unknown>) => {
      const append = core.store.append.bind(core.store)
      vi.spyOn(core.store, 'append').mockImplementationOnce(async (entry) => {
        await faster(other.store)
        return append(entry)
      })
    }
  })

test('of 240 changes of one cart at once, by two processes, none is lost and none refused', async ({
  core,
  databaseUrl,
  userId,
  product,
}) => {
  const other = await openTestCore(databaseUrl)
  try {
    const line = { userId, productId: product.id, quantity: 1 }
    await addItemToCart(core.store, context, line)
    const adds = Array.from({ length: 240 }, (_, n) => addItemToCart(n % 2 ? core.store : other.store, context, line))
    const quantities = (await Promise.all(adds)).map(({ result }) => result.lines[0]?.quantity ?? 0)
    expect(quantities.sort((a, b) => a - b)).toEqual(quantities.map((_, n) => n + 2))
  } finally {
    await other.close()
  }
})

function withdraw(store: ShopStore, productId: number) {
  return modifyProduct(store, context, { productId, details, priceCents: 100, isActive: false, units: 5 })
}

function raise(store: ShopStore, productId: number) {
  return modifyProduct(store, context, { productId, details, priceCents: 130, isActive: true, units: 5 })
}

test('a review is not accepted of a product that was withdrawn meanwhile', async ({
  core,
  userId,
  product,
  overtake,
}) => {
  const review = { productId: product.id, userId, score: 5 }
  overtake(async (store) => {
    await postReview(store, context, { ...review, text: 'Desde otra pestaña.' })
    await withdraw(store, product.id)
  })
  const posted = postReview(core.store, context, { ...review, text: 'Muy bueno.' })
  await expect(posted).rejects.toMatchObject({ code: 'not_found' })
})

test('a product that was withdrawn meanwhile is not added', async ({ core, userId, product, overtake }) => {
  const line = { userId, productId: product.id, quantity: 1 }
  overtake(async (store) => {
    await addItemToCart(store, context, line)
    await withdraw(store, product.id)
  })
  await expect(addItemToCart(core.store, context, line)).rejects.toMatchObject({ code: 'not_found' })
})

test('a product that was withdrawn meanwhile is dropped from a merge, and said to be', async ({
  core,
  userId,
  product,
  overtake,
}) => {
  const lines = [{ productId: product.id, quantity: 1 }]
  overtake(async (store) => {
    await mergeCart(store, context, { userId, lines, mergeId: 'another browser' })
    await withdraw(store, product.id)
  })
  const { result, dropped } = await mergeCart(core.store, context, { userId, lines, mergeId: undefined })
  expect(result.lines).toEqual(lines)
  expect(dropped).toEqual([{ id: product.id, reason: 'inactive' }])
})

const address = { ...blankAddress, recipient: 'Ana Paz', street: 'Belgrano 12', city: 'Salta', postalCode: '4400' }
const wanted = { address, priceCents: 50, days: 3 }
const range = { from: 1000, to: 9999, priceCents: wanted.priceCents, days: wanted.days }

/** One unit at 100, as its page showed it; `lines` false: the page names no lines. */
async function press(store: ShopStore, userId: number, productId: number, { shipped = false, lines = true } = {}) {
  const shown = lines && { lines: [{ id: productId, quantity: 1, priceCents: 100 }] }
  const totalCents = shipped ? 150 : 100
  return await placeOrder(terms(store), context, userId, { totalCents, ...shown }, { wanted: shipped ? wanted : null })
}

function terms(store: ShopStore) {
  const newcomers = { maxUnits: 12, maxProducts: 6, addressUnits: 60, stockPercent: 100 }
  const newcomerHolds = { take: async () => undefined, giveBack: async () => undefined }
  const limits = { maxUnits: 99, maxUnpaidHolds: 3, newcomers, newcomerHolds }
  return { store, now: () => new Date(), currency: 'ARS', holdMinutes: 15, ...limits }
}

for (const lines of [true, false])
  test(`a price that rose meanwhile is told, ${lines ? '' : 'also to a page that names no lines, '}and nothing is sold at the old one`, async ({
    core,
    userId,
    product,
    overtake,
  }) => {
    await addItemToCart(core.store, context, { userId, productId: product.id, quantity: 1 })
    overtake((store) => raise(store, product.id))
    const pressed = press(core.store, userId, product.id, { lines })
    await expect(pressed).rejects.toMatchObject({ code: 'stale_total', details: { total: 1.3 } })
    expect((await core.store.readGuarded([product.id])).get(product.id)).toEqual({ total: 5, taken: 0 })
  })

test('a product that was withdrawn meanwhile is not sold', async ({ core, userId, product, overtake }) => {
  await addItemToCart(core.store, context, { userId, productId: product.id, quantity: 1 })
  overtake((store) => withdraw(store, product.id))
  const differences = [{ id: product.id, name: details.name, type: 'inactive' }]
  await expect(press(core.store, userId, product.id)).rejects.toMatchObject({
    code: 'cart_changed',
    details: { differences },
  })
})

test('shipping whose price changed meanwhile is told before anything is sold', async ({
  core,
  userId,
  product,
  overtake,
}) => {
  await setShipping(core.store, range.priceCents)
  await addItemToCart(core.store, context, { userId, productId: product.id, quantity: 1 })
  overtake((store) => setShipping(store, 80))
  await expect(press(core.store, userId, product.id, { shipped: true })).rejects.toMatchObject({
    code: 'stale_total',
    details: { differences: [{ type: 'shipping', before: 0.5, now: 0.8 }] },
  })
})

async function setShipping(store: ShopStore, priceCents: number) {
  const seen = (await loadState(store, delivery, settingsId)).state.revision
  const settings = { ranges: [{ ...range, priceCents }], freeFromCents: null }
  return changeDelivery(store, context, { type: 'ChangeDeliveryPrices', seen, settings })
}
