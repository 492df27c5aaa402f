import { expect, test } from 'vitest'
import { changesBetween } from './changes-between.ts'
import { fieldChanges } from './field-changes.ts'

test('a row of a spec sheet goes by its own name, wherever it stands and whatever it is called', () => {
  const row = (name: string, value: string) => ({ name, value })
  const before = { priceCents: 100, specs: [row('Marca', 'Drakon'), row('USB 3.2', '2'), row('status', 'paid')] }
  const after = { priceCents: 100, specs: [row('Panel', 'IPS'), row('Marca', 'Drakon'), row('USB 3.2', '4')] }
  expect(fieldChanges('product-1', changesBetween(before, after))).toEqual([
    { name: 'Ficha · USB 3.2', before: '2', after: '4' },
    { name: 'Ficha · status', before: 'paid', after: null },
    { name: 'Ficha · Panel', before: null, after: 'IPS' },
  ])
  expect(fieldChanges('product-1', changesBetween(before, { ...before, specs: [] }))).toEqual([
    { name: 'Ficha · Marca', before: 'Drakon', after: null },
    { name: 'Ficha · USB 3.2', before: '2', after: null },
    { name: 'Ficha · status', before: 'paid', after: null },
  ])
})
