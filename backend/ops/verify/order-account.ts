// The books of one order, kept from its events: what was placed, held, sold, paid and given back.
import type { OrderEvent } from '#backend/domain/order/order.events.ts'
import type { OrderStatus } from '#backend/domain/order/order.limits.ts'
import { type OrderLine, totalOf } from '#backend/domain/order/order.ts'
import type { PaymentEvent } from '#backend/domain/payment/payment.events.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'

export type LedgerEvent = OrderEvent | PaymentEvent | StockEvent

/** Each product once. Lists, since an object takes kilobytes where the names of its fields are numbers. */
export type Units = readonly { readonly productId: number; readonly units: number }[]
/** Amounts in minor units; 0 where nothing of the kind happened. */
export type PaymentAccount = {
  paymentId: string
  approved: number
  currency: string
  requested: number
  /** Of `requested`: parts that an admin gave back, here or at the provider. */
  parts: number
  refunded: number
}
/** Plain JSON. */
export type OrderAccount = {
  /** null: events speak of an order that nobody placed. */
  placed: { totalCents: number; currency: string; linesCents: number; units: Units } | null
  status: OrderStatus
  paidBy: string | null
  refundedBy: string | null
  /** Each payment once. */
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
  held: [],
  sold: [],
  returned: [],
}

/** The order that an event speaks of; null: it says nothing about an order. */
export function orderOf(event: LedgerEvent): number | null {
  return event.type === 'StockAdjusted' ? null : event.data.orderId
}

/** The books after an event; null: the first of its order. */
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
      return { ...before, status: 'prepared' }
    case 'OrderShipped':
      return { ...before, status: 'shipped' }
    case 'OrderDelivered':
      return { ...before, status: 'delivered' }
    case 'OrderRejected':
      return { ...before, status: 'rejected' }
    case 'OrderExpired':
      return { ...before, status: 'expired' }
    case 'OrderCancelled':
      return { ...before, status: 'cancelled' }
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

/** Shipping is not part of what the lines come to, but of what is paid. */
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

function bookPayment(account: OrderAccount, event: PaymentEvent): OrderAccount {
  if (event.type === 'PreferenceCreated') return account
  const { paymentId } = event.data
  const known = account.payments.find((payment) => payment.paymentId === paymentId)
  const payment = known ? { ...known } : { paymentId, approved: 0, currency: '', requested: 0, parts: 0, refunded: 0 }
  if (event.type === 'PaymentApproved') {
    payment.approved += event.data.amountCents
    payment.currency = event.data.currency
  }
  if (event.type === 'RefundRequested') payment.requested += event.data.amountCents
  if (event.type === 'PartialRefundRequested' || event.type === 'PartialRefundFound') {
    payment.requested += event.data.amountCents
    payment.parts += event.data.amountCents
  }
  if (
    event.type === 'PaymentRefunded' ||
    event.type === 'PaymentPartiallyRefunded' ||
    event.type === 'PartialRefundFound'
  )
    payment.refunded += event.data.amountCents
  return { ...account, payments: [...account.payments.filter((one) => one !== known), payment] }
}

function unitsOf(lines: readonly OrderLine[]): Units {
  return lines.reduce<Units>((units, { productId, quantity }) => withUnits(units, productId, quantity), [])
}

/** Units of a product; 0 if there are none. */
export function unitsIn(all: Units, productId: number): number {
  return all.find((one) => one.productId === productId)?.units ?? 0
}

function withUnits(all: Units, productId: number, quantity: number): Units {
  const others = all.filter((one) => one.productId !== productId)
  return [...others, { productId, units: unitsIn(all, productId) + quantity }]
}
