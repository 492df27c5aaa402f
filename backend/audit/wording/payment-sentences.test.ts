// Money in the sentences about payments: labelled by the currency that it came in.
import { expect, test } from 'vitest'
import { tell } from './sentences.ts'

const aside = (differences: object[]) =>
  tell({ type: 'PaymentSetAside', data: { orderId: 9, paymentId: '55', differences } }).reason

test('why a payment was set aside is told in words and amounts, each in its currency', () => {
  const amount = { field: 'amountCents', expected: '210000', found: '2000' }
  expect(aside([amount])).toBe('Monto: se esperaba U$S\u00a02.100,00 y vino U$S\u00a020,00.')
  const currency = { field: 'currency', expected: 'ARS', found: 'USD' }
  expect(aside([amount, currency])).toBe(
    'Monto: se esperaba ARS\u00a02.100,00 y vino USD\u00a020,00. Moneda: se esperaba ARS y vino USD.',
  )
  const others = [
    { field: 'liveMode', expected: 'true', found: 'false' },
    { field: 'reference', expected: 'a1', found: '' },
  ]
  expect(aside(others)).toBe('Pago real: se esperaba sí y vino no. Referencia: se esperaba a1 y vino nada.')
})

test('a payment without an order is told in its own currency', () => {
  const data = { orderId: null, paymentId: '7', amountCents: 120050, currency: 'USD', reference: '' }
  const { sentence } = tell({ type: 'UnmatchedPaymentFound', data })
  expect(sentence).toBe('El pago 7, de USD\u00a01.200,50, quedó apartado: no nombra ninguna orden.')
})
