// What is remembered of products is published once to everybody, also to who came between a row's reading and the look at its change.
import { expect, test } from 'vitest'
import { PublishedProducts } from './published-products.ts'

const mouse = { id: 7, isActive: true, price: 100, netPrice: 83, stock: 6 } as const

test('what is the same as before is not published again, but to who came since', () => {
  const published = new PublishedProducts()
  published.noteComer()
  // The row shows already what the event at 32 will be about.
  expect(published.add([{ ...mouse, position: 31 }])).toEqual([mouse])
  expect(published.add([{ ...mouse, position: 32 }])).toEqual([])
  expect(published.since(31, 32)).toEqual({ after: 31, position: 32, products: [mouse] })

  published.noteComer()
  expect(published.since(32, 32).products).toEqual([])
  expect(published.add([{ ...mouse, position: 33 }])).toEqual([mouse])
  expect(published.add([{ ...mouse, position: 34 }])).toEqual([])
  expect(published.add([{ id: 7, isActive: false, position: 35 }])).toEqual([{ id: 7, isActive: false }])
})
