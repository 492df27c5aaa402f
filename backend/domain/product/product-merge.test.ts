import { expect, test } from 'vitest'
import { unsaid } from '#backend/domain/testing/plain-product.ts'
import { mergeForm } from './product-merge.ts'

const seen = {
  name: 'Teclado',
  description: 'Mecánico',
  category: 'Periféricos',
  imageUrl: '/img/t.webp',
  priceCents: 1050,
  isActive: true,
}
const kept = {
  vatRate: 2100,
  internalTaxRate: 0,
  ...unsaid,
  specs: [{ name: 'Formato', value: '60 %' }],
  pictures: [{ url: '/img/t.webp', alt: '' }],
}
const now = { ...seen, ...kept }

test('a form changes what it says, while nobody else did', () => {
  const form = { ...seen, name: 'Teclado 65', priceCents: 999, isActive: false }
  expect(mergeForm(now, seen, form)).toEqual({ ...form, ...kept })
})

test('what a form leaves alone stays as another admin made it', () => {
  const present = { ...now, description: 'Silencioso', imageUrl: '/img/u.webp', category: 'Otra', isActive: false }
  expect(mergeForm(present, seen, { ...seen, name: 'Teclado 65' })).toEqual({ ...present, name: 'Teclado 65' })
  expect(mergeForm({ ...now, name: 'Otro', priceCents: 1 }, seen, { ...seen, isActive: false })).toEqual({
    ...now,
    name: 'Otro',
    priceCents: 1,
    isActive: false,
  })
})

test('two admins who want the same agree', () => {
  const form = { ...seen, name: 'Teclado 65', priceCents: 999, isActive: false }
  expect(mergeForm({ ...form, ...kept }, seen, form)).toEqual({ ...form, ...kept })
})

test('what both changed is refused, and only that is told', () => {
  const present = { ...now, name: 'Teclado 75', priceCents: 2000, description: 'Silencioso' }
  const form = { ...seen, name: 'Teclado 65', priceCents: 999, category: 'Otra' }
  const refusal = { code: 'product_changed', details: { changed: { name: 'Teclado 75', price: 20 } } }
  expect(() => mergeForm(present, seen, form)).toThrow(expect.objectContaining(refusal))
})

test('a spec sheet and a gallery are merged whole, whatever the order of their fields', () => {
  const specs = [{ value: '75 %', name: 'Formato' }]
  const pictures = [...kept.pictures, { url: '/img/u.webp', alt: 'De costado' }]
  const opened = { ...seen, ...kept }
  expect(mergeForm({ ...now, pictures }, opened, { ...opened, specs })).toEqual({ ...now, specs, pictures })
  const same = [{ name: 'Formato', value: '75 %' }]
  expect(mergeForm({ ...now, specs: same }, opened, { ...opened, specs })).toMatchObject({ specs: same })
  const other = [{ name: 'Formato', value: '100 %' }]
  const refusal = { code: 'product_changed', details: { changed: { specs: other } } }
  expect(() => mergeForm({ ...now, specs: other }, opened, { ...opened, specs })).toThrow(
    expect.objectContaining(refusal),
  )
  expect(mergeForm({ ...now, specs: other }, seen, { ...seen, specs })).toMatchObject({ specs })
})
