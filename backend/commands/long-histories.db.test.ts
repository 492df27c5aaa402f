// What a command reads does not depend on how long the history is of whom or what it is about.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import { changeCart } from '#backend/commands/changes.ts'
import { snapshotEvery } from '#backend/eventstore/commands/decide-on.ts'
import type { Core } from '#backend/shop.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { additions, test as coreTest } from '#backend/testing/core-fixture.ts'
import { addItemToCart, mergeCart } from './cart.ts'
import { addProduct, modifyProduct } from './products/products.ts'
import { postReview } from './reviews.ts'

const context: ShopContext = { actor: 'operator', correlation: 'test' }
const details = {
  name: 'Teclado',
  description: 'Compacto',
  category: 'Periféricos',
  imageUrl: '/img/t.webp',
  specs: [],
}
let people = 0

const test = coreTest
  .extend('userId', () => ++people)
  .extend('productId', async ({ core }) => {
    const added = { details, priceCents: 100, currency: 'ARS', units: 5 }
    return (await addProduct(core.store, context, added)).result
  })

/** How many events the work reads. */
async function eventsRead({ store }: Core, work: () => Promise<unknown>): Promise<number> {
  for (let turns = 0; turns < 2; turns++) await nextTurn() // a stream's queue keeps its state for a command that follows at once
  const decode = vi.spyOn(store.codec, 'decode')
  onTestFinished(() => decode.mockRestore())
  await work()
  const read = decode.mock.calls.reduce((sum, [rows]) => sum + rows.length, 0)
  decode.mockRestore()
  return read
}

async function times(count: number, work: (nth: number) => Promise<unknown>): Promise<void> {
  for (let nth = 1; nth <= count; nth++) await work(nth)
}

test('[CORE-05 partial] a cart of many changes is read from where its books were last opened', async ({
  core,
  userId,
  productId,
}) => {
  const line = { userId, productId, quantity: 1 }
  await addItemToCart(core.store, context, line)
  const reads: number[] = []
  await times(150, async (nth) => {
    const change = () => changeCart(core.store, context, { type: 'ChangeItemQuantity', ...line, quantity: nth + 1 })
    reads.push(await eventsRead(core, change))
  })
  expect(Math.max(...reads)).toBe(snapshotEvery - 1)
  expect((await addItemToCart(core.store, context, line)).result.lines).toEqual([{ productId, quantity: 152 }])
  const history = (await core.store.readStreams([`cart-${userId}`])).get(`cart-${userId}`) ?? []
  expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1))
  expect(history.filter(({ type }) => type === 'CartCarriedForward')).toHaveLength(3)
})

test('a cart that became long before its books were ever closed is read whole once', async ({
  core,
  userId,
  productId,
}) => {
  await core.store.append(additions(userId, 0, 300))
  const line = { userId, productId, quantity: 1 }
  const add = () => addItemToCart(core.store, context, line)
  expect(await eventsRead(core, add)).toBeGreaterThan(300)
  expect(await eventsRead(core, add)).toBe(2) // the product, and the event that opened the books
})

test('changes that wait together keep the books short as well', async ({ core, userId, productId }) => {
  const line = { userId, productId, quantity: 1 }
  for (let round = 0; round < 4; round++)
    await Promise.all(Array.from({ length: 50 }, () => addItemToCart(core.store, context, line)))
  const add = () => addItemToCart(core.store, context, line)
  expect(await eventsRead(core, add)).toBeLessThan(snapshotEvery + 10)
  expect((await add()).result.lines).toEqual([{ productId, quantity: 202 }])
})

test('a merge from before the books were opened is still remembered', async ({ core, userId, productId }) => {
  const browser = { userId, lines: [{ productId, quantity: 2 }], mergeId: 'a browser' }
  await mergeCart(core.store, context, browser)
  await times(snapshotEvery, (nth) =>
    changeCart(core.store, context, { type: 'ChangeItemQuantity', userId, productId, quantity: nth + 2 }),
  )
  expect(await mergeCart(core.store, context, browser)).toMatchObject({ appended: false })
})

test('a product whose price is changed without end is not read whole by those who buy it', async ({
  core,
  userId,
  productId,
}) => {
  const change = { productId, details, isActive: true, units: 5 }
  await times(120, (nth) => modifyProduct(core.store, context, { ...change, priceCents: 100 + nth }))
  const add = () => addItemToCart(core.store, context, { userId, productId, quantity: 1 })
  expect(await eventsRead(core, add)).toBeLessThan(snapshotEvery)
  expect((await modifyProduct(core.store, context, { ...change, priceCents: 220 })).appended).toBe(false)
})

test('of a review only the last version is read', async ({ core, userId, productId }) => {
  const post = (nth: number) => postReview(core.store, context, { productId, userId, score: 5, text: `Texto ${nth}` })
  await times(20, post)
  expect(await eventsRead(core, () => post(21))).toBe(2) // and the product
})
