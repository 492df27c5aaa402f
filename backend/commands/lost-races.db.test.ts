// What a rule looks at in other streams is looked at anew when a command lost the race for its own stream.
import { expect, vi } from 'vitest'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { test as coreTest, openTestCore } from '#backend/testing/core-fixture.ts'
import { addItemToCart, mergeCart } from './cart.ts'
import { addProduct, modifyProduct } from './products/products.ts'
import { postReview } from './reviews.ts'

const context: CommandContext<ShopActor> = { actor: 'operator', correlation: 'test' }
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
    return (faster: (store: EventStore<ShopLog>) => Promise<unknown>) => {
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

function withdraw(store: EventStore<ShopLog>, productId: number) {
  return modifyProduct(store, context, { productId, details, priceCents: 100, isActive: false, units: 5 })
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
