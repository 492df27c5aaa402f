// The account of one order from its events: placed, held, sold, paid and refunded.

import type { OrderEvent } from '#backend/domain/order/order.events.ts'
import type { OrderStatus } from '#backend/domain/order/order.limits.ts'
import { type OrderLine, totalOf } from '#backend/domain/order/order.ts'
import type { PaymentEvent } from '#backend/domain/payment/payment.events.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'

export type LedgerEvent = OrderEvent | PaymentEvent | StockEvent

/** Units by product. */
export type Units = ReadonlyMap<number, number>
/** Amounts in minor units. */
export type PaymentAccount = {
  paymentId: string
  approved: number
  currency: string
  requested: number
  /** The part of `requested` from partial refunds, by an admin or at the provider. */
  parts: number
  /** Partial refunds that the provider refused; not counted until retried. */
  refused: readonly number[]
  /** An admin accepted the payment for this order, whatever its amount. */
  isAccepted: boolean
  refunded: number
}
export type OrderAccount = {
  /** Null if events name an order that nobody placed. */
  placed: { totalCents: number; currency: string; linesCents: number; units: Units } | null
  status: OrderStatus
  paidBy: string | null
  refundedBy: string | null
  payments: readonly PaymentAccount[]
  held: Units
  sold: Units
  returned: Units
}

const opened: OrderAccount = {
  placed: null,
  status: 'placed',
  paidBy: null,
  refundedBy: null,
  payments: [],
  held: new Map(),
  sold: new Map(),
  returned: new Map(),
}

export function orderOf(event: LedgerEvent): number | null {
  return event.type === 'StockAdjusted' ? null : event.data.orderId
}

/** Events that change an order's status and neither units nor money. */
const statusAfter = {
  OrderPrepared: 'prepared',
  OrderShipped: 'shipped',
  OrderDelivered: 'delivered',
  OrderReadyForPickup: 'ready_for_pickup',
  OrderPickedUp: 'picked_up',
  OrderRejected: 'rejected',
  OrderExpired: 'expired',
  OrderCancelled: 'cancelled',
} as const satisfies Record<string, OrderStatus>

export function bookEvent(account: OrderAccount | null, event: LedgerEvent): OrderAccount {
  const before = account ?? opened
  switch (event.type) {
    case 'OrderPlaced': {
      const { lines, totalCents, currency } = event.data
      return { ...before, placed: { totalCents, currency, linesCents: totalOf(lines), units: unitsOf(lines) } }
    }
    case 'ShippingAdded':
      return { ...before, placed: before.placed && shipped(before.placed, event.data.priceCents) }
    case 'OrderPaid':
      return { ...before, status: 'paid', paidBy: event.data.paymentId }
    case 'OrderRefunded':
      return { ...before, status: 'refunded', refundedBy: event.data.paymentId }
    case 'OrderPrepared':
    case 'OrderShipped':
    case 'OrderDelivered':
    case 'OrderReadyForPickup':
    case 'OrderPickedUp':
    case 'OrderRejected':
    case 'OrderExpired':
    case 'OrderCancelled':
      return { ...before, status: statusAfter[event.type] }
    case 'StockAdjusted':
    case 'WithdrawalRequested':
      return before
    case 'StockHeld':
    case 'StockReleased':
    case 'StockConsumed':
    case 'StockReturned':
      return bookStock(before, event)
    default:
      return bookPayment(before, event)
  }
}

/** Shipping adds to the total, so to the lines' sum here too. */
function shipped(placed: NonNullable<OrderAccount['placed']>, priceCents: number): OrderAccount['placed'] {
  const { totalCents, linesCents } = placed
  return { ...placed, totalCents: totalCents + priceCents, linesCents: linesCents + priceCents }
}

function bookStock(account: OrderAccount, event: Exclude<StockEvent, { type: 'StockAdjusted' }>): OrderAccount {
  const { productId, quantity } = event.data
  if (event.type === 'StockReturned') return { ...account, returned: withUnits(account.returned, productId, quantity) }
  const held = withUnits(account.held, productId, event.type === 'StockHeld' ? quantity : -quantity)
  if (event.type !== 'StockConsumed') return { ...account, held }
  return { ...account, held, sold: withUnits(account.sold, productId, quantity) }
}

const unknown = { approved: 0, currency: '', requested: 0, parts: 0, refused: [], isAccepted: false, refunded: 0 }

function bookPayment(account: OrderAccount, event: PaymentEvent): OrderAccount {
  if (event.type === 'PreferenceCreated') return account
  const { paymentId } = event.data
  const known = account.payments.find((payment) => payment.paymentId === paymentId)
  const payment = booked(known ?? { paymentId, ...unknown }, event)
  return { ...account, payments: [...account.payments.filter((one) => one !== known), payment] }
}

function booked(payment: PaymentAccount, event: Exclude<PaymentEvent, { type: 'PreferenceCreated' }>): PaymentAccount {
  const { approved, requested, refused, refunded } = payment
  switch (event.type) {
    case 'PaymentApproved':
    case 'SetAsidePaymentAccepted': {
      const { amountCents, currency } = event.data
      const isAccepted = event.type === 'SetAsidePaymentAccepted'
      return { ...payment, approved: approved + amountCents, currency, isAccepted }
    }
    case 'RefundRequested':
      if (event.data.refund === wholePayment) return { ...payment, requested: requested + event.data.amountCents }
      return withParts(payment, event.data.amountCents)
    case 'RefundFound':
      return { ...withParts(payment, event.data.amountCents), refunded: refunded + event.data.amountCents }
    case 'RefundRefused':
      if (event.data.refund === wholePayment) return payment
      return { ...withParts(payment, -event.data.amountCents), refused: [...refused, event.data.refund] }
    case 'RefundRetried': {
      // A refund without an answer counts throughout.
      if (!refused.includes(event.data.refund)) return payment
      const others = refused.filter((refund) => refund !== event.data.refund)
      return { ...withParts(payment, event.data.amountCents), refused: others }
    }
    case 'PaymentRefunded':
      return { ...payment, refunded: refunded + event.data.amountCents }
    default:
      return payment
  }
}

function withParts(payment: PaymentAccount, amountCents: number): PaymentAccount {
  return { ...payment, requested: payment.requested + amountCents, parts: payment.parts + amountCents }
}

function unitsOf(lines: readonly OrderLine[]): Units {
  return lines.reduce<Units>((units, { productId, quantity }) => withUnits(units, productId, quantity), new Map())
}

function withUnits(all: Units, productId: number, quantity: number): Units {
  return new Map([...all, [productId, (all.get(productId) ?? 0) + quantity]])
}
