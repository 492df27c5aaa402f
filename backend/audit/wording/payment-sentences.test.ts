// Money in the sentences about payments: labelled by the currency that it came in.
import { describe, expect, test } from 'vitest'
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

describe('a refund is told by what it is of', () => {
  const money = 'U$S\u00a04,00'
  const asked = (refund: number, orderId: number | null = 9) => ({
    ...{ orderId, paymentId: '55', refund, amountCents: 400, currency: 'ARS', note: 'Por banco.' },
    ...{ reason: orderId === null ? 'set_aside' : refund ? 'part' : 'duplicate', lines: [], restocked: false },
  })
  const told = (refund: number, orderId: number | null = 9) => {
    const data = { orderId, paymentId: '55', refund, amountCents: 400 }
    const events = {
      RefundRequested: asked(refund, orderId),
      RefundFound: { ...data, currency: 'ARS' },
      RefundRefused: { ...data, detail: 'no' },
      RefundUnanswered: { ...data, detail: 'no' },
      RefundRetried: data,
      RefundDismissed: { ...data, note: 'Por banco.' },
      PaymentRefunded: data,
    }
    return Object.fromEntries(Object.entries(events).map(([type, of]) => [type, tell({ type, data: of }).sentence]))
  }

  test('a part', () =>
    expect(told(1)).toEqual({
      RefundRequested: `Hay que devolver ${money} del pago 55 de la orden Nº 9.`,
      RefundFound: `El proveedor devolvió ${money} del pago 55 de la orden Nº 9 sin que la tienda lo pidiera.`,
      RefundRefused: `El proveedor se negó a devolver ${money} del pago 55 de la orden Nº 9.`,
      RefundUnanswered: `El proveedor no confirmó la devolución de ${money} del pago 55 de la orden Nº 9; se le sigue preguntando.`,
      RefundRetried: `Se pidió otra vez devolver ${money} del pago 55 de la orden Nº 9.`,
      RefundDismissed: `La devolución de ${money} del pago 55 de la orden Nº 9 se resolvió de otra manera.`,
      PaymentRefunded: `El proveedor devolvió ${money}, una parte del pago 55 de la orden Nº 9.`,
    }))
  test('a whole payment', () => {
    const { RefundFound: _, ...others } = told(0)
    expect(others).toEqual({
      RefundRequested: `Hay que devolver el pago 55 de la orden Nº 9: ${money}.`,
      RefundRefused: `El proveedor se negó a devolver el pago 55 de la orden Nº 9: ${money}.`,
      RefundUnanswered: 'El proveedor no confirmó la devolución del pago 55 de la orden Nº 9; se le sigue preguntando.',
      RefundRetried: `Se pidió otra vez devolver el pago 55 de la orden Nº 9: ${money}.`,
      RefundDismissed: 'La devolución del pago 55 de la orden Nº 9 se resolvió de otra manera.',
      PaymentRefunded: `El proveedor devolvió ${money} del pago 55 de la orden Nº 9.`,
    })
  })
  test('a payment of no order', () => {
    const { RefundFound: _, ...others } = told(0, null)
    const ofNone = 'pago 55, que no es de ninguna orden'
    expect(others).toEqual({
      RefundRequested: `Hay que devolver el ${ofNone}: ARS\u00a04,00.`,
      RefundRefused: `El proveedor se negó a devolver el ${ofNone}.`,
      RefundUnanswered: `El proveedor no confirmó la devolución del ${ofNone}; se le sigue preguntando.`,
      RefundRetried: `Se pidió otra vez devolver el ${ofNone}.`,
      RefundDismissed: `El ${ofNone}, se dio por resuelto.`,
      PaymentRefunded: `El proveedor devolvió entero el ${ofNone}.`,
    })
  })
  test('why: the reason, the units or the words of who decided', () => {
    const why = (change: object) => tell({ type: 'RefundRequested', data: { ...asked(1), ...change } }).reason
    const lines = [{ productId: 3, quantity: 2 }]
    expect(why({})).toBe('Se escribió un monto.')
    expect(why({ lines, restocked: true })).toBe('Las unidades volvieron al stock.')
    expect(why({ lines })).toBe('Las unidades no vuelven al stock.')
    expect(why({ reason: 'no_stock' })).toBe('Ya no quedaban unidades.')
    expect(why({ reason: 'set_aside' })).toBe('Por banco.')
    const { sentence } = tell({ type: 'RefundRequested', data: { ...asked(0), reason: 'set_aside' } })
    expect(sentence).toBe(`Hay que devolver el pago apartado 55 de la orden Nº 9: ${money}.`)
  })
})
