import { type OrderEvent, orderEvents } from '#backend/domain/order/order.events.ts'
import { type OrderState, order } from '#backend/domain/order/order.ts'
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

export class OrderAccount {
  /** Null if events name an order that nobody placed. */
  order: OrderState = order.initial
  refundedBy: string | null = null
  readonly payments = new Map<string, PaymentAccount>()
  readonly held: Units = new Map()
  readonly sold: Units = new Map()
  readonly returned: Units = new Map()

  book(event: LedgerEvent): void {
    if (isOfOrder(event)) this.order = order.evolve(this.order, event)
    switch (event.type) {
      case 'OrderRefunded':
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

function isOfOrder(event: LedgerEvent): event is OrderEvent {
  return event.type in orderEvents
}

function isOfAmount(event: LedgerEvent): event is AmountEvent {
  return 'amountCents' in event.data
}

export function unitsOf(lines: readonly { productId: number; quantity: number }[]): Units {
  const units: Units = new Map()
  for (const { productId, quantity } of lines) add(units, productId, quantity)
  return units
}

function addPart(payment: PaymentAccount, amountCents: number): void {
  payment.requested += amountCents
  payment.parts += amountCents
}

function add(units: Units, productId: number, quantity: number): void {
  units.set(productId, (units.get(productId) ?? 0) + quantity)
}
