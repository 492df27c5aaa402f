import { expect, test } from 'vitest'
import { type LedgerEvent, OrderAccount } from './order-account.ts'
import { moneyFaults, unitFaults } from './order-faults.ts'

const line = {
  productId: 3,
  name: 'Teclado',
  imageUrl: '/t.webp',
  priceCents: 1050,
  netCents: 868,
  productVersion: 1,
  discountCents: 0,
  ...{ guaranteeMonths: null, guaranteeBy: null },
  quantity: 2,
}
const money = { orderId: 9, paymentId: '55', amountCents: 2100, currency: 'ARS' }
const settled = { orderId: 9, userId: 7, paymentId: '55', productIds: [3] }
const stock = (type: 'StockHeld' | 'StockReleased' | 'StockConsumed', quantity = 2): LedgerEvent => ({
  type,
  data: { productId: 3, orderId: 9, quantity },
})
const placedWith = (totalCents: number): LedgerEvent => ({
  type: 'OrderPlaced',
  data: {
    orderId: 9,
    userId: 7,
    reference: '9-x',
    lines: [line],
    totalCents,
    currency: 'ARS',
    sellerRevision: 0,
    holdUntil: '2026-01-01T00:00:00Z',
    transfer: null,
  },
})
const placed = placedWith(2100)
const approved = (change: Partial<typeof money> = {}): LedgerEvent => ({
  type: 'PaymentApproved',
  data: { ...money, ...change },
})
const paid: LedgerEvent = { type: 'OrderPaid', data: settled }
const refundOf = (
  change: Partial<typeof money> = {},
  reason: 'duplicate' | 'set_aside' = 'duplicate',
): LedgerEvent => ({
  type: 'RefundRequested',
  data: { ...money, ...change, refund: 0, reason, note: '', lines: [], restocked: false },
})
const refunded = (paymentId = '55', amountCents = 2100): LedgerEvent => ({
  type: 'PaymentRefunded',
  data: { orderId: 9, paymentId, refund: 0, amountCents },
})
const part = (refund: number, amountCents: number): LedgerEvent[] => [
  {
    type: 'RefundRequested',
    data: {
      ...{ ...money, refund, amountCents, reason: 'part', note: '' },
      ...{ lines: [{ productId: 3, quantity: 1 }], restocked: true },
    },
  },
  { type: 'PaymentRefunded', data: { orderId: 9, paymentId: '55', refund, amountCents } },
]
const returned = (quantity: number): LedgerEvent => ({
  type: 'StockReturned',
  data: { productId: 3, orderId: 9, quantity },
})
const sale = [placed, stock('StockHeld'), approved(), paid, stock('StockConsumed')]

const partOne = { orderId: 9, paymentId: '55', refund: 1, amountCents: 500 }
const failedPart = (how: 'Refused' | 'Unanswered'): LedgerEvent => ({
  type: `Refund${how}`,
  data: { ...partOne, detail: 'no' },
})
const retriedPart: LedgerEvent = { type: 'RefundRetried', data: partOne }
const accepted = (amountCents: number): LedgerEvent[] => [
  ...[placed, stock('StockHeld')],
  { type: 'SetAsidePaymentAccepted', data: { ...money, amountCents, note: '' } },
  ...[paid, stock('StockConsumed')],
]

function faults(...events: LedgerEvent[]): string[] {
  const account = new OrderAccount()
  for (const event of events) account.book(event)
  return [...unitFaults(account), ...moneyFaults(account)]
}

test.each<[string, LedgerEvent[]]>([
  ['open', [placed, stock('StockHeld')]],
  ['paid', sale],
  [
    'cancelled',
    [
      placed,
      stock('StockHeld'),
      { type: 'OrderCancelled', data: { orderId: 9, reason: 'by_user', note: '', at: '2026-11-21T12:01:00.000Z' } },
      stock('StockReleased'),
    ],
  ],
  [
    'delivered',
    [
      ...sale,
      { type: 'OrderPrepared', data: { orderId: 9 } },
      { type: 'OrderShipped', data: { orderId: 9, carrier: 'Andreani', tracking: 'A1' } },
      { type: 'OrderDelivered', data: { orderId: 9 } },
    ],
  ],
  ['paid, with a part given back', [...sale, ...part(1, 500), returned(1)]],
  [
    'paid, with a part found at the provider',
    [...sale, { type: 'RefundFound', data: { ...money, refund: 1, amountCents: 500 } }],
  ],
  ['paid, with a part on its way back', [...sale, ...part(1, 500).slice(0, 1)]],
  [
    'refunded in parts',
    [
      ...sale,
      ...part(1, 500),
      ...part(2, 1600),
      { type: 'OrderRefunded', data: { ...settled, wasPaid: true } },
      returned(2),
    ],
  ],
  ['paid, with a part that the provider refused', [...sale, ...part(1, 500).slice(0, 1), failedPart('Refused')]],
  [
    'paid, with a refused part asked for again and not answered',
    [...sale, ...part(1, 500).slice(0, 1), failedPart('Refused'), retriedPart, failedPart('Unanswered'), retriedPart],
  ],
  [
    'paid, with a refused part that was settled otherwise',
    [
      ...[...sale, ...part(1, 500).slice(0, 1), failedPart('Refused')],
      { type: 'RefundDismissed', data: { ...partOne, note: 'Por banco.' } },
    ],
  ],
  [
    'paid, with a refused part that went back at last',
    [...sale, ...part(1, 500).slice(0, 1), failedPart('Refused'), retriedPart, ...part(1, 500).slice(1)],
  ],
  [
    'paid by a payment of another amount that was accepted, a part of it given back',
    [...accepted(1900), ...part(1, 500), returned(1)],
  ],
  [
    'open, beside a payment that was set aside and given back',
    [placed, stock('StockHeld'), refundOf({}, 'set_aside'), refunded()],
  ],
  ['refunded', [...sale, refunded(), { type: 'OrderRefunded', data: { ...settled, wasPaid: true } }]],
  ['paid, with a second payment on its way back', [...sale, refundOf({ paymentId: '56' })]],
  ['paid, with a second payment given back', [...sale, refundOf({ paymentId: '56' }), refunded('56')]],
  [
    'paid after its end',
    [
      placed,
      stock('StockHeld'),
      { type: 'OrderExpired', data: { orderId: 9 } },
      stock('StockReleased'),
      approved(),
      paid,
      stock('StockHeld'),
      stock('StockConsumed'),
    ],
  ],
  [
    'paid too late',
    [
      placed,
      stock('StockHeld'),
      { type: 'OrderExpired', data: { orderId: 9 } },
      stock('StockReleased'),
      refundOf(),
      refunded(),
      { type: 'OrderRefunded', data: { ...settled, wasPaid: false } },
    ],
  ],
])('an order that is %s balances', (_, events) => {
  expect(faults(...events)).toEqual([])
})

test.each<[string, LedgerEvent[], string[]]>([
  ['total', [placedWith(2000), stock('StockHeld')], ['sus líneas suman ARS 21.00, su total es ARS 20.00']],
  [
    'charge',
    [placed, stock('StockHeld'), approved({ amountCents: 2000 }), paid, stock('StockConsumed')],
    ['está pagada con ARS 20.00 cobrados, corresponden ARS 21.00'],
  ],
  [
    'currency',
    [placed, stock('StockHeld'), approved({ currency: 'USD' }), paid, stock('StockConsumed')],
    ['el pago 55 es en USD, la orden en ARS'],
  ],
  [
    'payment',
    [placed, stock('StockHeld'), paid, stock('StockConsumed')],
    ['figura pagada por el pago 55, que no está aprobado', 'está pagada con ARS 0.00 cobrados, corresponden ARS 21.00'],
  ],
  [
    'second charge',
    [...sale, approved({ paymentId: '56' })],
    ['se pagó 2 veces y nadie pidió devolver: cobrado ARS 42.00, total ARS 21.00'],
  ],
  [
    'refused part that the buyer is said to have',
    [...sale, ...part(1, 500), failedPart('Refused')],
    ['está pagada con ARS 16.00 cobrados, corresponden ARS 21.00'],
  ],
  ['return', [...sale, returned(3)], ['volvieron 3 unidades del producto 3, más de las vendidas']],
  [
    'part that was not asked for',
    [...sale, ...part(1, 500).slice(1)],
    ['está pagada con ARS 16.00 cobrados, corresponden ARS 21.00'],
  ],
  ['refund', [...sale, refunded()], ['está pagada con ARS 0.00 cobrados, corresponden ARS 21.00']],
  [
    'too large refund',
    [...sale, refundOf({ paymentId: '56', amountCents: 100 }), refunded('56', 200)],
    ['el pago 56 devolvió ARS 2.00 de ARS 1.00'],
  ],
  [
    'refund that was none',
    [...sale, { type: 'OrderRefunded', data: { ...settled, wasPaid: true } }],
    [
      'figura devuelta por el pago 55, que no se devolvió',
      'está devuelta con ARS 21.00 cobrados, corresponden ARS 0.00',
    ],
  ],
  ['hold', [placed], ['tiene 0 unidades apartadas del producto 3, corresponden 2']],
  [
    'hold too long',
    [placed, stock('StockHeld'), { type: 'OrderExpired', data: { orderId: 9 } }],
    ['tiene 2 unidades apartadas del producto 3, corresponden 0'],
  ],
  [
    'sale',
    [placed, stock('StockHeld'), approved(), paid],
    [
      'tiene 2 unidades apartadas del producto 3, corresponden 0',
      'tiene 0 unidades vendidas del producto 3, corresponden 2',
    ],
  ],
  ['order', [approved()], ['tiene pagos o unidades, pero nadie la hizo']],
])('a %s that is wrong is named', (_, events, expected) => {
  expect(faults(...events)).toEqual(expected)
})
