// What is read of the products that a browser says it has seen.
import { expect, test } from 'vitest'
import { readSeen } from './seen-products.ts'

const one = { id: 1, name: 'Teclado', imageUrl: '/img/products/teclado.webp' }

test('what was kept is read as it was kept', () => {
  expect(readSeen(JSON.stringify([one, { ...one, id: 2 }]))).toEqual([one, { ...one, id: 2 }])
})

test('nothing, no JSON and no list are no products', () => {
  for (const text of [null, '', '{', '{}', 'null', '7']) expect(readSeen(text), String(text)).toEqual([])
})

test('what is no product is left out, and the others stay', () => {
  const strange = [
    null,
    7,
    { ...one, id: 'x' },
    { ...one, name: 7 },
    { ...one, name: 'x'.repeat(201) },
    { ...one, imageUrl: 'javascript:alert(1)' },
    { id: 3 },
  ]
  expect(readSeen(JSON.stringify([...strange, one]))).toEqual([one])
})

test('a list that is longer than one that the shop writes is cut', () => {
  expect(readSeen(JSON.stringify(Array.from({ length: 50 }, (_, index) => ({ ...one, id: index }))))).toHaveLength(7)
})
