// Lists of brands and of properties on their way through an address.
import { expect, test } from 'vitest'
import { joinSpecs, joinTexts, splitBrands, splitSpecs } from './facet-text.limits.ts'

test('what is joined is split again, whatever signs it holds', () => {
  const specs = [
    { name: 'Contraste', value: '4000:1' },
    { name: 'a|b\\', value: '\\:|x' },
    { name: 'Ángulo', value: '82° 😀' },
  ]
  expect(splitSpecs(joinSpecs(specs))).toEqual(specs)
  const brands = ['A|B', '\\', 'C:D']
  expect(splitBrands(joinTexts(brands, '|'))).toEqual(brands)
})

test('plain texts are read by people as they stand', () => {
  expect(joinSpecs([{ name: 'Zócalo', value: 'SX5' }])).toBe('Zócalo:SX5')
  expect(joinTexts(['Kyntra', 'Lumora: M'], '|')).toBe('Kyntra|Lumora: M')
})

test('what is no list of properties or brands is none', () => {
  for (const text of ['', 'Zócalo', 'Zócalo:', ':SX5', 'a:b:c', 'a:b|']) expect(splitSpecs(text), text).toBeNull()
  for (const text of ['', ' ', 'Kyntra|']) expect(splitBrands(text), text).toBeNull()
  expect(splitBrands('Kyntra|Kyntra')).toEqual(['Kyntra'])
})
