// An admin's changes of stock beside sales: decided on the guarded numbers, whatever the length of the stock's stream.
import { expect, onTestFinished, vi } from 'vitest'
import { readStock } from '#backend/commands/availability.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'
import { test as coreTest, openTestCore } from '#backend/testing/core-fixture.ts'
import { addProduct, modifyProduct } from './products.ts'

const context: ShopContext = { actor: 'operator', correlation: 'test' }
const details = { name: 'Teclado', description: 'Compacto', category: 'Periféricos', imageUrl: '/img/t.webp' }

/** `product`: on sale, a hundred units; `before`: runs as another process right before each append of `core`. */
const test = coreTest
  .extend('product', async ({ core }) => {
    const added = { details: { ...details, specs: [] }, priceCents: 100, currency: 'ARS', units: 100 }
    return { id: (await addProduct(core.store, context, added)).result }
  })
  .extend('before', async ({ core, databaseUrl }, { onCleanup }) => {
    const other = await openTestCore(databaseUrl)
    onCleanup(() => other.close())
    return (faster: (store: ShopStore) => Promise<unknown>) => {
      const append = core.store.append.bind(core.store)
      const spy = vi.spyOn(core.store, 'append').mockImplementation(async (entry) => {
        await faster(other.store)
        return append(entry)
      })
      onTestFinished(() => spy.mockRestore())
    }
  })

function modify(store: ShopStore, productId: number, units: number, unitsSeen?: number) {
  const change = { productId, details, priceCents: 100, isActive: true, units, unitsSeen }
  return modifyProduct(store, context, change)
}

/** Holds units as an order does. */
function hold(store: ShopStore, productId: number, quantity: number) {
  return store.append({
    commandId: newCommandId(),
    meta: { ...context, cause: 'Test' },
    writes: [
      {
        stream: `stock-${productId}`,
        expected: null,
        events: [{ type: 'StockHeld', data: { productId, orderId: 1, quantity } }],
      },
    ],
  })
}

test('a restock goes through although a sale is faster than each of its attempts', async ({
  core,
  product: { id },
  before,
}) => {
  before((store) => hold(store, id, 1))
  await modify(core.store, id, 110, 100)
  expect((await readStock(core.store, [id])).get(id)).toEqual({ onHand: 110, reserved: 1 })
})

test('so does a count, which then stands as it was before the last of these sales', async ({
  core,
  product: { id },
  before,
}) => {
  let sales = 0
  before(async (store) => {
    await hold(store, id, 1)
    sales++
  })
  await modify(core.store, id, 50)
  expect((await readStock(core.store, [id])).get(id)).toEqual({ onHand: 49 + sales, reserved: sales })
})

test('two admins who count at once do not both add what is missing', async ({ core, product: { id }, before }) => {
  let isFirst = true
  before(async (store) => {
    if (isFirst) await modify(store, id, 120)
    isFirst = false
  })
  await modify(core.store, id, 120)
  expect((await readStock(core.store, [id])).get(id)).toEqual({ onHand: 120, reserved: 0 })
})

test('units that are held between the look and the append are not written off', async ({
  core,
  product: { id },
  before,
}) => {
  before((store) => hold(store, id, 100).catch(() => undefined))
  await expect(modify(core.store, id, 99, 100)).rejects.toMatchObject({
    code: 'below_held_stock',
    details: { held: 100, onHand: 100 },
  })
  expect((await readStock(core.store, [id])).get(id)).toEqual({ onHand: 100, reserved: 100 })
})

test('no event of the stock is read for it', async ({ core, product: { id } }) => {
  const read = vi.spyOn(core.store, 'readStreams')
  onTestFinished(() => read.mockRestore())
  await modify(core.store, id, 110, 100)
  await modify(core.store, id, 50)
  const streams = read.mock.calls.flatMap(([names]) => names)
  expect(streams).toEqual([`product-${id}`, `product-${id}`])
})
