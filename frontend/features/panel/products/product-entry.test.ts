// What is typed into the form of a product.
import { expect, test } from 'vitest'
import { blankEntry, entryOf, readEntry } from './product-entry.ts'

const product = {
  category: 'Coolers',
  name: 'Viento 120',
  description: 'Silencioso.',
  price: 1234.5,
  imageUrl: '/img/products/viento.webp',
  stock: 7,
}
const entry = entryOf(product)

test('a product is shown with a decimal comma and read as it was', () => {
  expect(entry).toMatchObject({ price: '1234,50', stock: '7' })
  expect(readEntry(entry)).toEqual({ product })
})

test('a price may have comma or point, spaces around a value do not count', () => {
  for (const [price, value] of [
    ['9,9', 9.9],
    ['9.99', 9.99],
    [' 12 ', 12],
    ['0', 0],
  ] as const)
    expect(readEntry({ ...entry, price, name: ' Viento 120 ' })).toEqual({ product: { ...product, price: value } })
})

test('[PAN-10 partial] what is no price and no stock is refused', () => {
  for (const price of ['', 'abc', '-1', '1.234,50', '1,234', '1e5', 'Infinity', '2000000000'])
    expect(readEntry({ ...entry, price })).toEqual({ errors: { price: expect.stringMatching(/\.$/) } })
  for (const stock of ['', 'diez', '1,5', '-1', '1000001'])
    expect(readEntry({ ...entry, stock })).toEqual({ errors: { stock: expect.stringMatching(/\.$/) } })
})

test('every field is needed, and has its limit', () => {
  const answer = readEntry(blankEntry)
  expect(Object.keys('errors' in answer ? answer.errors : {}).sort()).toEqual(Object.keys(blankEntry).sort())
  expect(readEntry({ ...entry, name: 'x'.repeat(201) })).toEqual({ errors: { name: 'Admite hasta 200 caracteres.' } })
  expect(readEntry({ ...entry, imageUrl: 'http://a.test/x.png' })).toHaveProperty('errors.imageUrl')
})
