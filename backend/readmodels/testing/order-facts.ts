// For tests: what happens to orders and their payments.
import type { OrderEvent } from '#backend/domain/order/order.events.ts'
import type { PaymentEvent } from '#backend/domain/payment/payment.events.ts'
import type { line } from './facts.ts'

export const orderLine = (productId: number, quantity: number) => ({
  productId,
  name: 'Ñandú Pad',
  imageUrl: '/img/pad.webp',
  priceCents: 1050,
  netCents: 868,
  productVersion: 2,
  quantity,
  discountCents: 0,
  ...{ guaranteeMonths: null, guaranteeBy: null },
})
export const placed = (orderId: number, userId: number): Extract<OrderEvent, { type: 'OrderPlaced' }> => ({
  type: 'OrderPlaced',
  data: {
    orderId,
    userId,
    reference: `${orderId}-abc`,
    lines: [orderLine(3, 2)],
    totalCents: 2100,
    currency: 'ARS',
    sellerRevision: 1,
    holdUntil: '2026-11-21T12:15:00.000Z',
    transfer: null,
  },
})
export const bankAccount = {
  holder: 'Uno y Dos S.R.L.',
  cuit: '30123456781',
  bank: 'Banco de Prueba',
  cbu: '9990001800000000123459',
  alias: 'uno.dos',
}
export const byTransfer = (orderId: number, userId: number): OrderEvent => {
  const { type, data } = placed(orderId, userId)
  const transfer = { discountPercent: 10, holdHours: 72, account: bankAccount }
  return {
    type,
    data: { ...data, lines: [{ ...orderLine(3, 2), discountCents: 105, netCents: 781 }], totalCents: 1890, transfer },
  }
}
export const receiptUploaded = (orderId: number, userId: number): OrderEvent => ({
  type: 'ReceiptUploaded',
  data: { orderId, userId, file: 'a-1', format: 'pdf' },
})
/** As a projection reads it, which shows nothing personal. */
export const refundAccountGiven = (orderId: number, userId: number): OrderEvent => ({
  type: 'RefundAccountGiven',
  data: { orderId, userId, cbu: null },
})
/** As a projection reads it, which shows nothing personal. */
export const invoiceRequested = (orderId: number, userId: number): OrderEvent => ({
  type: 'InvoiceRequested',
  data: { orderId, userId, kind: 'A', taxId: null },
})
/** As a projection reads it, which shows nothing personal. */
export const shippingAdded = (orderId: number, userId: number): OrderEvent => ({
  type: 'ShippingAdded',
  data: {
    orderId,
    userId,
    priceCents: 450,
    days: 4,
    recipient: null,
    street: null,
    floor: null,
    city: null,
    province: null,
    postalCode: null,
    phone: null,
  },
})
export const paid = (
  orderId: number,
  userId: number,
  ...productIds: number[]
): Extract<OrderEvent, { type: 'OrderPaid' }> => ({
  type: 'OrderPaid',
  data: { orderId, userId, productIds, paymentId: `p-${orderId}` },
})
export const refunded = (
  orderId: number,
  userId: number,
  wasPaid: boolean,
  ...productIds: number[]
): Extract<OrderEvent, { type: 'OrderRefunded' }> => ({
  type: 'OrderRefunded',
  data: { orderId, userId, productIds, paymentId: `p-${orderId}`, wasPaid },
})
export const shipment = { carrier: 'Andreani', tracking: 'AN-0001' }
export const prepared = (orderId: number): OrderEvent => ({ type: 'OrderPrepared', data: { orderId } })
export const shipped = (orderId: number): OrderEvent => ({ type: 'OrderShipped', data: { orderId, ...shipment } })
export const delivered = (orderId: number): OrderEvent => ({ type: 'OrderDelivered', data: { orderId } })
export const readyForPickup = (orderId: number): OrderEvent => ({ type: 'OrderReadyForPickup', data: { orderId } })
export const pickedUp = (orderId: number): OrderEvent => ({ type: 'OrderPickedUp', data: { orderId } })
export const withdrawn = (orderId: number): OrderEvent => ({
  type: 'WithdrawalRequested',
  data: { orderId, code: `A-${orderId}-1F2E` },
})
export const partRequested = (
  orderId: number,
  refund: number,
  amountCents: number,
  ...lines: ReturnType<typeof line>[]
) =>
  ({
    type: 'RefundRequested',
    data: {
      ...{ ...partOf(orderId, refund, amountCents), currency: 'ARS', reason: 'part', note: '' },
      ...{ lines, restocked: lines.length > 0 },
    },
  }) satisfies PaymentEvent
export const partRefunded = (orderId: number, refund: number, amountCents: number) =>
  ({ type: 'PaymentRefunded', data: partOf(orderId, refund, amountCents) }) satisfies PaymentEvent
export const approved = (orderId: number, amountCents: number) =>
  ({
    type: 'PaymentApproved',
    data: { orderId, paymentId: `p-${orderId}`, amountCents, currency: 'ARS' },
  }) satisfies PaymentEvent
export const allRefunded = (orderId: number, amountCents: number) =>
  ({ type: 'PaymentRefunded', data: partOf(orderId, 0, amountCents) }) satisfies PaymentEvent
export const setAside = (paymentId: string, orderId: number) =>
  ({ type: 'PaymentSetAside', data: { orderId, paymentId, differences: [] } }) satisfies PaymentEvent
export const partFound = (orderId: number, refund: number, amountCents: number) =>
  ({
    type: 'RefundFound',
    data: { ...partOf(orderId, refund, amountCents), currency: 'ARS' },
  }) satisfies PaymentEvent
type Failed = 'RefundRefused' | 'RefundUnanswered'
export const partFailed = (type: Failed, orderId: number, refund: number, amountCents: number) =>
  ({ type, data: { ...partOf(orderId, refund, amountCents), detail: 'no' } }) satisfies PaymentEvent
export const partRetried = (orderId: number, refund: number, amountCents: number) =>
  ({ type: 'RefundRetried', data: partOf(orderId, refund, amountCents) }) satisfies PaymentEvent
export const partDismissed = (orderId: number, refund: number, amountCents: number) =>
  ({
    type: 'RefundDismissed',
    data: { ...partOf(orderId, refund, amountCents), note: 'Se transfirió.' },
  }) satisfies PaymentEvent
const resolved = (orderId: number, paymentId: string) => ({ orderId, paymentId, note: 'Se habló con el comprador.' })
export const asideAccepted = (orderId: number, amountCents: number, paymentId = `p-${orderId}`) =>
  ({
    type: 'SetAsidePaymentAccepted',
    data: { ...resolved(orderId, paymentId), amountCents, currency: 'ARS' },
  }) satisfies PaymentEvent
export const asideRefund = (orderId: number, amountCents: number, paymentId = `p-${orderId}`) =>
  ({
    type: 'RefundRequested',
    data: {
      ...{ ...resolved(orderId, paymentId), refund: 0, amountCents, currency: 'ARS' },
      ...{ reason: 'set_aside', lines: [], restocked: false },
    },
  }) satisfies PaymentEvent
export const asideDismissed = (orderId: number, paymentId = `p-${orderId}`) =>
  ({ type: 'SetAsidePaymentDismissed', data: resolved(orderId, paymentId) }) satisfies PaymentEvent
export const refundRequested = (orderId: number, amountCents: number, paymentId = `p-${orderId}`) =>
  ({
    type: 'RefundRequested',
    data: {
      ...{ orderId, paymentId, refund: 0, amountCents, currency: 'ARS' },
      ...{ reason: 'duplicate', note: '', lines: [], restocked: false },
    },
  }) satisfies PaymentEvent
export const refundFailed = (type: Failed, orderId: number, amountCents: number, paymentId = `p-${orderId}`) =>
  ({ type, data: { orderId, paymentId, refund: 0, amountCents, detail: 'no' } }) satisfies PaymentEvent
export const refundRetried = (orderId: number, amountCents: number, paymentId = `p-${orderId}`) =>
  ({ type: 'RefundRetried', data: { orderId, paymentId, refund: 0, amountCents } }) satisfies PaymentEvent
export const refundDismissed = (orderId: number, paymentId = `p-${orderId}`) =>
  ({
    type: 'RefundDismissed',
    data: { ...resolved(orderId, paymentId), refund: 0, amountCents: 900 },
  }) satisfies PaymentEvent
const ofNone = (paymentId: string) => ({ orderId: null, paymentId, amountCents: 1050 })
export const unmatchedFound = (paymentId: string) =>
  ({
    type: 'UnmatchedPaymentFound',
    data: { ...ofNone(paymentId), currency: 'ARS', reference: 'mostrador-7' },
  }) satisfies PaymentEvent
export const unmatchedRefund = (paymentId: string) =>
  ({
    type: 'RefundRequested',
    data: {
      ...{ ...ofNone(paymentId), refund: 0, currency: 'ARS' },
      ...{ reason: 'set_aside', note: '', lines: [], restocked: false },
    },
  }) satisfies PaymentEvent
export const unmatchedFailed = (type: Failed, paymentId: string) =>
  ({ type, data: { ...ofNone(paymentId), refund: 0, detail: 'no' } }) satisfies PaymentEvent
export const unmatchedBack = (type: 'RefundRetried' | 'PaymentRefunded', paymentId: string) =>
  ({ type, data: { ...ofNone(paymentId), refund: 0 } }) satisfies PaymentEvent
export const unmatchedDismissed = (paymentId: string) =>
  ({ type: 'SetAsidePaymentDismissed', data: { orderId: null, paymentId, note: 'Se habló.' } }) satisfies PaymentEvent
export const unmatchedSettled = (paymentId: string) =>
  ({ type: 'RefundDismissed', data: { ...ofNone(paymentId), refund: 0, note: 'Por banco.' } }) satisfies PaymentEvent
const partOf = (orderId: number, refund: number, amountCents: number) => ({
  orderId,
  paymentId: `p-${orderId}`,
  refund,
  amountCents,
})
export const rejected = (orderId: number): OrderEvent => ({ type: 'OrderRejected', data: { orderId, paymentId: 'p' } })
export const expired = (orderId: number): OrderEvent => ({ type: 'OrderExpired', data: { orderId } })
export const cancelled = (orderId: number): OrderEvent => ({
  type: 'OrderCancelled',
  data: { orderId, reason: 'by_user', note: '', at: '2026-11-21T12:01:00.000Z' },
})
export const preference = (orderId: number): Extract<PaymentEvent, { type: 'PreferenceCreated' }> => ({
  type: 'PreferenceCreated',
  data: { orderId, preferenceId: 'pref', initPoint: `https://wallet.test/${orderId}` },
})
