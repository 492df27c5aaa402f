// What is typed into the form of a product.
import { expect, test } from 'vitest'
import { requiredKeys, wireKey } from '#backend/domain/product/product-fields.ts'
import { unsaid } from '#backend/domain/testing/plain-product.ts'
import { blankEntry, entryFields, entryOf, readEntry } from './product-entry.ts'

const product = {
  ...unsaid,
  category: 'Coolers',
  name: 'Viento 120',
  description: 'Silencioso.',
  price: 1234.5,
  vatRate: 1050,
  internalTaxRate: 0,
  imageUrl: '/img/products/viento.webp',
  stock: 7,
  specs: [{ name: 'Diámetro', value: '120 mm' }],
  pictures: [
    { url: '/img/products/viento.webp', alt: '' },
    { url: '/img/lado.webp', alt: 'De costado' },
  ],
}
const entry = entryOf(product)
const isNeeded = (field: string) => requiredKeys.some((key) => wireKey(key) === field)

test('a product is shown with a decimal comma and read as it was', () => {
  expect(entry).toMatchObject({ price: '1234,50', stock: '7', vatRate: '10,5', internalTaxRate: '0' })
  expect(readEntry(entry)).toEqual({ product })
})

test('a price may have comma or point, spaces around a value do not count', () => {
  for (const [price, value] of [
    ['9,9', 9.9],
    ['9.99', 9.99],
    [' 12 ', 12],
    ['0,01', 0.01],
    ['1.234,50', 1234.5],
    ['1.250', 1250],
    ['U$S\u00a01.234.567', 1_234_567],
  ] as const)
    expect(readEntry({ ...entry, price, name: ' Viento 120 ' })).toEqual({ product: { ...product, price: value } })
})

test('[PAN-10 partial] what is no price and no stock is refused', () => {
  for (const price of ['', 'abc', '0', '0,00', '-1', '1.23,50', '0.500', '1,234', '1e5', 'Infinity', '2000000000'])
    expect(readEntry({ ...entry, price })).toEqual({ errors: { price: expect.stringMatching(/\.$/) } })
  for (const stock of ['', 'diez', '1,5', '-1', '1000001'])
    expect(readEntry({ ...entry, stock })).toEqual({ errors: { stock: expect.stringMatching(/\.$/) } })
})

test('every field is needed, and has its limit; rates begin as the usual ones', () => {
  const answer = readEntry(blankEntry)
  expect(Object.keys('errors' in answer ? answer.errors : {}).sort()).toEqual(
    [...entryFields].filter((field) => isNeeded(field)).sort(),
  )
  expect(blankEntry).toMatchObject({ vatRate: '21', internalTaxRate: '0' })
  expect(readEntry({ ...entry, vatRate: '19' })).toHaveProperty('errors.vatRate')
  expect(readEntry({ ...entry, name: 'x'.repeat(201) })).toEqual({ errors: { name: 'Admite hasta 200 caracteres.' } })
  expect(readEntry({ ...entry, imageUrl: 'http://a.test/x.png' })).toHaveProperty('errors.imageUrl')
})

test('a spec sheet says each thing once and whole; an empty row is no row', () => {
  const rows = (...pairs: [string, string][]) => ({ ...entry, specs: pairs.map(([name, value]) => ({ name, value })) })
  expect(readEntry(rows([' Marca ', ' Polaria '], ['', ' ']))).toHaveProperty('product.specs', [
    { name: 'Marca', value: 'Polaria' },
  ])
  expect(readEntry(rows(['Marca', ''], ['', 'x'], ['marca', 'y']))).toEqual({
    errors: {
      'specs.0.value': 'Falta este dato.',
      'specs.1.name': 'Falta este dato.',
      'specs.2.name': 'Esta característica ya está.',
    },
  })
})

test('the first picture has the address of the form, and no picture stands there twice', () => {
  const pictures = [
    { url: '/img/lado.webp', alt: ' De frente ' },
    { url: '/img/lado.webp', alt: 'De costado' },
  ]
  expect(readEntry({ ...entry, imageUrl: ' /img/lado.webp', pictures })).toHaveProperty('product.pictures', [
    { url: '/img/lado.webp', alt: 'De frente' },
  ])
  expect(readEntry({ ...entry, pictures: [{ url: entry.imageUrl, alt: 'x'.repeat(201) }] })).toEqual({
    errors: { 'pictures.0.alt': 'Admite hasta 200 caracteres.' },
  })
})
