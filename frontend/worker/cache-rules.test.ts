// What is kept for when there is no connection.
import { expect, test } from 'vitest'
import { isCacheable, isPublic, pictureOf } from './cache-rules.ts'

const asked = (path: string) => isPublic(new URL(path, 'http://tienda.test'))

test('public reads and pictures are kept, and nothing that may be for one person', () => {
  const open = [
    '/api/catalogue?q=mouse',
    '/api/catalogue/offers',
    '/api/catalogue/shelf?of=newest',
    '/api/product/7',
    '/api/product/7/reviews?page=2',
  ]
  for (const path of [...open, '/img/products/x.webp', '/loading.svg']) expect(asked(path), path).toBe(true)
  const own = ['/api/session', '/api/cart/7', '/api/purchase/7', '/api/order/7', '/api/panel/products', '/api/users/7']
  for (const path of [
    ...own,
    '/api/product/new',
    '/api/product',
    '/avatar/7',
    '/api/shop',
    '/home',
    '/api/product/7/x',
  ])
    expect(asked(path), path).toBe(false)
})

test('an answer for one person, for one time or in part is not kept', () => {
  const answer = (cacheControl: string, status = 200, type: ResponseType = 'basic') =>
    isCacheable({ status, type, headers: new Headers({ 'cache-control': cacheControl }) })
  expect(answer('no-cache')).toBe(true)
  expect(answer('public, max-age=3600')).toBe(true)
  expect([answer('no-store'), answer('private, no-cache')]).toEqual([false, false])
  expect([answer('no-cache', 206), answer('no-cache', 404), answer('no-cache', 200, 'opaque')]).toEqual([
    false,
    false,
    false,
  ])
})

test('a picture is the same one in all its sizes and formats', () => {
  const own = '/img/products/arcade-combo-8'
  for (const file of ['.webp', '-400.webp', '-160.avif', '-800.avif'])
    expect(pictureOf({ pathname: own + file }), file).toBe(own)
  for (const other of ['/img/chat.svg', '/api/catalogue', '/img/../x.webp'])
    expect(pictureOf({ pathname: other }), other).toBeUndefined()
})
