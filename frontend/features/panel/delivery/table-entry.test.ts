import { expect, test } from 'vitest'
import { entryOf, readTable } from './table-entry.ts'

const table = { revision: 3, ranges: [{ from: 1000, to: 1499, price: 4500.5, days: 2 }], freeFrom: 500_000 }
const entry = { rows: [{ key: 0, from: '1000', to: '1499', price: '4500,5', days: '2' }], freeFrom: '500000' }
const [row] = entry.rows

test('a table is typed as it is shown, and read as it was', () => {
  expect(entryOf(table)).toEqual(entry)
  expect(readTable(entry)).toEqual({ json: { ranges: table.ranges, freeFrom: 500_000 } })
  expect(readTable({ rows: [], freeFrom: ' ' })).toEqual({ json: { ranges: [], freeFrom: null } })
})

test.each([
  ['4.500,50', 4500.5],
  ['$ 1.234.567', 1_234_567],
  ['4500.5', 4500.5],
])('a price may be written %s', (price, read) => {
  expect(readTable({ ...entry, rows: [{ ...(row ?? expect.fail()), price }] })).toMatchObject({
    json: { ranges: [{ price: read }] },
  })
})

test('what is wrong names row and field, as the shop does', () => {
  const wrong = { ...(row ?? expect.fail()), key: 1, price: 'mucho' }
  expect(readTable({ rows: [...entry.rows, wrong], freeFrom: '-1' })).toEqual({
    problems: {
      'ranges.1.from': 'Fila 2, Desde: se superpone con la fila 1 (1000 a 1499).',
      'ranges.1.price': 'Fila 2, Precio: escribí un precio que no sea negativo.',
      freeFrom: 'Escribí un monto mayor que cero, o dejalo vacío.',
    },
  })
})
