// The account of one order from its events: placed, held, sold, paid and refunded.
import type { OrderEvent } from '#backend/domain/order/order.events.ts'
import type { OrderStatus } from '#backend/domain/order/order.limits.ts'
import { totalOf } from '#backend/domain/order/order.ts'
import type { PaymentEvent } from '#backend/domain/payment/payment.events.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'

export type LedgerEvent = OrderEvent | PaymentEvent | StockEvent

export type Units = Map<number, number>
/** Amounts in minor units. */
type PaymentAccount = {
  approved: number
  currency: string
  requested: number
  /** The part of `requested` from partial refunds, by an admin or at the provider. */
  parts: number
  /** Partial refunds that the provider refused; not counted until retried. */
  refused: Set<number>
  /** An admin accepted the payment for this order, whatever its amount. */
  isAccepted: boolean
  refunded: number
}

export function orderOf(event: LedgerEvent): number | null {
  return event.type === 'StockAdjusted' ? null : event.data.orderId
}

const statusAfter: { readonly [type: string]: OrderStatus } = {
  OrderPrepared: 'prepared',
  OrderShipped: 'shipped',
  OrderDelivered: 'delivered',
  OrderReadyForPickup: 'ready_for_pickup',
  OrderPickedUp: 'picked_up',
  OrderRejected: 'rejected',
  OrderExpired: 'expired',
  OrderCancelled: 'cancelled',
} satisfies Record<Exclude<OrderEvent['type'], BookedType>, OrderStatus>
type BookedType = 'OrderPlaced' | 'ShippingAdded' | 'OrderPaid' | 'OrderRefunded' | 'WithdrawalRequested'

export class OrderAccount {
  /** Null if events name an order that nobody placed. */
  placed: { totalCents: number; currency: string; linesCents: number; units: Units } | null = null
  status: OrderStatus = 'placed'
  paidBy: string | null = null
  refundedBy: string | null = null
  readonly payments = new Map<string, PaymentAccount>()
  readonly held: Units = new Map()
  readonly sold: Units = new Map()
  readonly returned: Units = new Map()

  book(event: LedgerEvent): void {
    this.status = statusAfter[event.type] ?? this.status
    switch (event.type) {
      case 'OrderPlaced': {
        const { lines, totalCents, currency } = event.data
        this.placed = { totalCents, currency, linesCents: totalOf(lines), units: new Map() }
        for (const { productId, quantity } of lines) add(this.placed.units, productId, quantity)
        break
      }
      case 'ShippingAdded':
        this.#addShipping(event.data.priceCents)
        break
      case 'OrderPaid':
        this.status = 'paid'
        this.paidBy = event.data.paymentId
        break
      case 'OrderRefunded':
        this.status = 'refunded'
        this.refundedBy = event.data.paymentId
        break
      case 'StockHeld':
      case 'StockReleased':
      case 'StockConsumed':
      case 'StockReturned':
        this.#bookStock(event)
        break
      default:
        if (isOfAmount(event)) this.#bookPayment(event)
    }
  }

  /** Shipping adds to the total, so to the lines' sum here too. */
  #addShipping(priceCents: number): void {
    if (!this.placed) return
    this.placed.totalCents += priceCents
    this.placed.linesCents += priceCents
  }

  #bookStock({ type, data: { productId, quantity } }: Exclude<StockEvent, { type: 'StockAdjusted' }>): void {
    if (type === 'StockReturned') add(this.returned, productId, quantity)
    else add(this.held, productId, type === 'StockHeld' ? quantity : -quantity)
    if (type === 'StockConsumed') add(this.sold, productId, quantity)
  }

  #bookPayment({ type, data }: AmountEvent): void {
    const payment = this.#paymentOf(data.paymentId)
    const { amountCents } = data
    if (type === 'PaymentApproved' || type === 'SetAsidePaymentAccepted') {
      payment.approved += amountCents
      payment.currency = data.currency
      payment.isAccepted = type === 'SetAsidePaymentAccepted'
    }
    if (type === 'RefundRequested' && data.refund === wholePayment) payment.requested += amountCents
    else if (type === 'RefundRequested' || type === 'RefundFound') addPart(payment, amountCents)
    if (type === 'RefundRefused' && data.refund !== wholePayment) {
      payment.refused.add(data.refund)
      addPart(payment, -amountCents)
    }
    // A refund without an answer counts throughout.
    if (type === 'RefundRetried' && payment.refused.delete(data.refund)) addPart(payment, amountCents)
    if (type === 'RefundFound' || type === 'PaymentRefunded') payment.refunded += amountCents
  }

  #paymentOf(paymentId: string): PaymentAccount {
    const nothing = { approved: 0, currency: '', requested: 0, parts: 0, isAccepted: false, refunded: 0 }
    const payment = this.payments.get(paymentId) ?? { ...nothing, refused: new Set() }
    this.payments.set(paymentId, payment)
    return payment
  }
}

type AmountEvent = Extract<PaymentEvent, { data: { amountCents: number } }>

function isOfAmount(event: LedgerEvent): event is AmountEvent {
  return 'amountCents' in event.data
}

function addPart(payment: PaymentAccount, amountCents: number): void {
  payment.requested += amountCents
  payment.parts += amountCents
}

function add(units: Units, productId: number, quantity: number): void {
  units.set(productId, (units.get(productId) ?? 0) + quantity)
}
