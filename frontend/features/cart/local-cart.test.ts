// The browser's cart: growing, and surviving what stands in the storage.
import { expect, test } from 'vitest'
import { parseLocalCart, withAdded } from './local-cart.ts'

test('[PROD-13 partial] adding a product twice makes one line', () => {
  const once = withAdded(null, { id: 7, quantity: 1 }, 'first')
  expect(withAdded(once, { id: 7, quantity: 2 }, 'second')).toEqual({
    userId: 0,
    productsId: [{ id: 7, quantity: 3 }],
    mergeId: 'first',
  })
})

test('[STOR-03 partial] a stored cart is read back as it was', () => {
  const cart = withAdded(
    withAdded(null, { id: 1, quantity: 2 }, '5f0c7a3e-8f1b-4a52-9c1d-0a6b1e2f3d4c'),
    { id: 2, quantity: 1 },
    'x',
  )
  expect(parseLocalCart(JSON.stringify(cart))).toEqual(cart)
})

test('broken storage is no cart, broken entries are left out', () => {
  expect(parseLocalCart('{')).toBeNull()
  expect(parseLocalCart('null')).toBeNull()
  expect(parseLocalCart('{"productsId":[{"id":"1","quantity":2}]}')).toBeNull()
  expect(parseLocalCart('{"productsId":[{"id":1,"quantity":-2},{"id":3,"quantity":1}],"mergeId":"k"}')).toEqual({
    userId: 0,
    productsId: [{ id: 3, quantity: 1 }],
    mergeId: '',
  })
})

test('of a stored cart with more products than an account’s may have, the first are read', () => {
  const productsId = Array.from({ length: 101 }, (_, nth) => ({ id: nth + 1, quantity: 1 }))
  expect(parseLocalCart(JSON.stringify({ productsId }))?.productsId).toEqual(productsId.slice(0, 100))
})
