// News of products reach everything that the page keeps of them, and leave the rest alone.
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Cart, LiveNews, Product } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { showLive } from './live-products.ts'

const item = (id: number) => ({ id, name: `P${id}`, price: 10, netPrice: 8, stock: 5, isActive: true }) as Product
const line = (id: number, quantity: number) =>
  ({ id, name: `P${id}`, price: 10, netPrice: 8, available: 5, isActive: true, quantity }) as Cart['lines'][number]
const news = (...products: LiveNews['products']): LiveNews => ({ after: 1, position: 2, products })

function kept() {
  const client = new QueryClient()
  const page = { items: [item(1), item(2)], total: 2 }
  client.setQueryData(queryKeys.catalogue.page({}), page, { updatedAt: 1000 })
  client.setQueryData(queryKeys.catalogue.offers, [{ ...item(1), previousPrice: 20 }])
  client.setQueryData(queryKeys.product(1), item(1))
  const cart = { userId: 7, lines: [line(1, 2), line(2, 1)], productsId: [], subtotal: 30, currency: 'ARS' } as Cart
  client.setQueryData(queryKeys.cart.of(7), cart)
  return { client, tell: showLive(client), page, cart }
}

test('a page of the catalogue, the offers, the product and the cart with its subtotal show what was told', () => {
  const { client, tell } = kept()
  tell(news({ id: 1, isActive: true, price: 12.5, netPrice: 10, stock: 0 }))
  expect(client.getQueryData(queryKeys.catalogue.page({}))).toMatchObject({
    items: [{ price: 12.5, netPrice: 10, stock: 0 }, item(2)],
  })
  expect(client.getQueryData(queryKeys.catalogue.offers)).toMatchObject([
    { price: 12.5, netPrice: 10, previousPrice: 20 },
  ])
  expect(client.getQueryData(queryKeys.product(1))).toMatchObject({ name: 'P1', price: 12.5, stock: 0 })
  const cart = client.getQueryData(queryKeys.cart.of(7))
  expect(cart).toMatchObject({
    subtotal: 35,
    lines: [{ price: 12.5, netPrice: 10, available: 0, quantity: 2 }, line(2, 1)],
  })
  tell(news({ id: 1, isActive: true, price: 12.5, netPrice: 11.31, transferPrice: 11.25, stock: 0 }))
  expect(client.getQueryData(queryKeys.product(1))).toMatchObject({ transferPrice: 11.25 })
  expect(client.getQueryData(queryKeys.product(1))).toMatchObject({ price: 12.5, netPrice: 11.31 })
  tell(news({ id: 1, isActive: false }))
  expect(client.getQueryData(queryKeys.product(1))).toMatchObject({ price: 12.5, stock: 0, isActive: false })
})

test('what is told of other products, or what is so already, changes nothing, and nothing looks newer than it is', () => {
  const { client, tell, page, cart } = kept()
  tell(
    news(
      { id: 9, isActive: true, price: 1, netPrice: 0.8, stock: 1 },
      { id: 1, isActive: true, price: 10, netPrice: 8, stock: 5 },
    ),
  )
  expect(client.getQueryData(queryKeys.catalogue.page({}))).toBe(page)
  expect(client.getQueryData(queryKeys.cart.of(7))).toBe(cart)
  tell(news({ id: 2, isActive: true, price: 11, netPrice: 8.8, stock: 5 }))
  expect(client.getQueryState(queryKeys.catalogue.page({}))).toMatchObject({ dataUpdatedAt: 1000 })
})

test('an answer that was asked for before something was told does not undo it; one that was asked for later does', async () => {
  const { client, tell } = kept()
  const [early, late] = [Promise.withResolvers<Product>(), Promise.withResolvers<Product>()]
  const ask = (answer: Promise<Product>) =>
    client.fetchQuery({ queryKey: queryKeys.product(1), queryFn: () => answer, staleTime: 0 })
  const asked = ask(early.promise)
  tell(news({ id: 1, isActive: true, price: 12, netPrice: 9.6, stock: 4 }))
  early.resolve(item(1))
  await asked
  expect(client.getQueryData(queryKeys.product(1))).toMatchObject({ price: 12, stock: 4 })
  const again = ask(late.promise)
  late.resolve({ ...item(1), price: 13 })
  await again
  expect(client.getQueryData(queryKeys.product(1))).toMatchObject({ price: 13, stock: 5 })
})
