import { expect, test } from 'vitest'
import { mergeForm, type ProductForm } from './product-merge.ts'

const seen: ProductForm = {
  name: 'Teclado',
  description: 'Mecánico',
  category: 'Periféricos',
  imageUrl: '/img/t.webp',
  priceCents: 1050,
  isActive: true,
}

test('a form changes what it says, while nobody else did', () => {
  const form = { ...seen, name: 'Teclado 65', priceCents: 999, isActive: false }
  expect(mergeForm(seen, seen, form)).toEqual(form)
})

test('what a form leaves alone stays as another admin made it', () => {
  const present = { ...seen, description: 'Silencioso', imageUrl: '/img/u.webp', category: 'Otra', isActive: false }
  expect(mergeForm(present, seen, { ...seen, name: 'Teclado 65' })).toEqual({ ...present, name: 'Teclado 65' })
  expect(mergeForm({ ...seen, name: 'Otro', priceCents: 1 }, seen, { ...seen, isActive: false })).toEqual({
    ...seen,
    name: 'Otro',
    priceCents: 1,
    isActive: false,
  })
})

test('two admins who want the same agree', () => {
  const form = { ...seen, name: 'Teclado 65', priceCents: 999, isActive: false }
  expect(mergeForm(form, seen, form)).toEqual(form)
})

test('what both changed is refused, and only that is told', () => {
  const present = { ...seen, name: 'Teclado 75', priceCents: 2000, description: 'Silencioso' }
  const form = { ...seen, name: 'Teclado 65', priceCents: 999, category: 'Otra' }
  const refusal = { code: 'product_changed', details: { changed: { name: 'Teclado 75', price: 20 } } }
  expect(() => mergeForm(present, seen, form)).toThrow(expect.objectContaining(refusal))
})
