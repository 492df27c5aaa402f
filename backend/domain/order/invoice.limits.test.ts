import { expect, test } from 'vitest'
import { invoiceText, isSameInvoice, readTaxId, taxIdProblem } from './invoice.limits.ts'

test.for([
  ['B', '28.123.456', '28123456'],
  ['B', ' 5123456 ', '5123456'],
  ['B', '20-12345678-6', '20123456786'],
  ['A', '30-12345678-1', '30123456781'],
  ['A', '30 12345678 1', '30123456781'],
] as const)('Factura %s takes %s', ([kind, taxId, digits]) => {
  expect([readTaxId({ kind, taxId }), taxIdProblem({ kind, taxId })]).toEqual([digits, undefined])
})

test.for([
  ['A', '28123456', /CUIT válido/],
  ['A', '30-12345678-2', /CUIT válido/],
  ['A', '', /CUIT válido/],
  ['B', '30-12345678-2', /DNI.*CUIT/],
  ['B', '01234567', /DNI.*CUIT/],
  ['B', '123456', /DNI.*CUIT/],
  ['B', '123456789', /DNI.*CUIT/],
  ['B', '', /DNI.*CUIT/],
] as const)('Factura %s refuses «%s»', ([kind, taxId, message]) => {
  expect(readTaxId({ kind, taxId })).toBeNull()
  expect(taxIdProblem({ kind, taxId })).toMatch(message)
})

test('is said with its number as people write it, or without one', () => {
  expect(invoiceText({ kind: 'B', taxId: '28123456' })).toBe('Factura B, DNI 28.123.456')
  expect(invoiceText({ kind: 'B', taxId: '5123456' })).toBe('Factura B, DNI 5.123.456')
  expect(invoiceText({ kind: 'A', taxId: '30123456781' })).toBe('Factura A, CUIT 30-12345678-1')
  expect(invoiceText({ kind: 'A', taxId: null })).toBe('Factura A')
})

test('is the same with the same kind and number', () => {
  const invoice = { kind: 'B', taxId: '28123456' } as const
  expect(isSameInvoice(invoice, { ...invoice })).toBe(true)
  expect(isSameInvoice(null, null)).toBe(true)
  for (const other of [null, { ...invoice, kind: 'A' as const }, { ...invoice, taxId: '28123457' }])
    expect([isSameInvoice(invoice, other), isSameInvoice(other, invoice)]).toEqual([false, false])
})
