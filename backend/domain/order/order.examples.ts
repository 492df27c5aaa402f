// Named orders for tests.
import type { Address } from '#backend/domain/address.limits.ts'
import type { OrderEvent } from './order.events.ts'
import type { OrderLine, TransferTerms } from './order.ts'

export const keyboardLine: OrderLine = {
  productId: 3,
  name: 'Teclado Kyntra 60',
  imageUrl: '/img/products/teclado.webp',
  priceCents: 1050,
  netCents: 868,
  productVersion: 2,
  quantity: 2,
  discountCents: 0,
  guaranteeMonths: 12,
  guaranteeBy: 'Kyntra',
}
export const padLine: OrderLine = {
  productId: 4,
  name: 'Alfombrilla Kyntra',
  imageUrl: '/img/products/pad.webp',
  priceCents: 10,
  netCents: 9,
  productVersion: 1,
  quantity: 3,
  discountCents: 0,
  guaranteeMonths: null,
  guaranteeBy: null,
}

export const placed: Extract<OrderEvent, { type: 'OrderPlaced' }> = {
  type: 'OrderPlaced',
  data: {
    orderId: 9,
    userId: 7,
    reference: '9-abc',
    lines: [keyboardLine, padLine],
    totalCents: 2130,
    currency: 'ARS',
    sellerRevision: 1,
    holdUntil: '2026-11-21T12:15:00.000Z',
    transfer: null,
  },
}
const transfer: TransferTerms = {
  discountPercent: 10,
  holdHours: 72,
  account: { holder: 'Uno y Dos S.R.L.', cuit: '30123456781', bank: 'Banco', cbu: '9990001800000000123459', alias: '' },
}
export const byTransfer: OrderEvent = {
  type: 'OrderPlaced',
  data: {
    ...placed.data,
    lines: [
      { ...keyboardLine, discountCents: 105, netCents: 781 },
      { ...padLine, discountCents: 1, netCents: 8 },
    ],
    totalCents: 1917,
    holdUntil: '2026-11-24T12:00:00.000Z',
    transfer,
  },
}
export const address: Address = {
  recipient: 'Ana Ríos',
  street: 'Mitre 123',
  floor: '4º B',
  city: 'Rosario',
  province: 'Santa Fe',
  postalCode: '2000',
  phone: '341 555-1234',
}
export const shippingAdded: OrderEvent = {
  type: 'ShippingAdded',
  data: { orderId: 9, userId: 7, priceCents: 450, days: 4, ...address },
}
export const invoiceRequested: OrderEvent = {
  type: 'InvoiceRequested',
  data: { orderId: 9, userId: 7, kind: 'B', taxId: '28123456' },
}
const settled = { orderId: 9, userId: 7, productIds: [3, 4] }
export const paidBy = (paymentId: string): OrderEvent => ({ type: 'OrderPaid', data: { ...settled, paymentId } })
export const refunded = (paymentId: string, wasPaid: boolean): OrderEvent => ({
  type: 'OrderRefunded',
  data: { ...settled, paymentId, wasPaid },
})
export const expired: OrderEvent = { type: 'OrderExpired', data: { orderId: 9 } }
export const cancelled: OrderEvent = {
  type: 'OrderCancelled',
  data: { orderId: 9, reason: 'by_user', note: '', at: '2026-11-21T12:01:00.000Z' },
}
export const rejectedBy = (paymentId: string): OrderEvent => ({
  type: 'OrderRejected',
  data: { orderId: 9, paymentId },
})
export const prepared: OrderEvent = { type: 'OrderPrepared', data: { orderId: 9 } }
export const shipment = { carrier: 'Andreani', tracking: 'AN-0001' }
export const shipped: OrderEvent = { type: 'OrderShipped', data: { orderId: 9, ...shipment } }
export const delivered: OrderEvent = { type: 'OrderDelivered', data: { orderId: 9 } }
export const readyForPickup: OrderEvent = { type: 'OrderReadyForPickup', data: { orderId: 9 } }
export const pickedUp: OrderEvent = { type: 'OrderPickedUp', data: { orderId: 9 } }
export const withdrawn: OrderEvent = { type: 'WithdrawalRequested', data: { orderId: 9, code: 'A-9-1F2E' } }
