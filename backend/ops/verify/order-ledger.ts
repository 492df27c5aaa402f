// The books of all orders, kept from their events: what was placed, held, sold, paid and given back.
import type { OrderEvent } from '#backend/domain/order/order.events.ts'
import { type OrderLine, type OrderStatus, totalOf } from '#backend/domain/order/order.ts'
import type { PaymentEvent } from '#backend/domain/payment/payment.events.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'
import type { Finding } from './finding.ts'
import { moneyFaults, type OrderAccount, type Units, unitFaults } from './order-faults.ts'

export type LedgerEvent = OrderEvent | PaymentEvent | StockEvent

const endings = {
  OrderRejected: 'rejected',
  OrderExpired: 'expired',
  OrderCancelled: 'cancelled',
} as const satisfies Partial<Record<LedgerEvent['type'], OrderStatus>>

export class OrderLedger {
  readonly #accounts = new Map<number, OrderAccount>()

  /** Books one event; what says nothing about an order is passed over. */
  book(event: LedgerEvent): void {
    if (event.type === 'StockAdjusted' || event.data.orderId === null) return
    const account = this.#account(event.data.orderId)
    switch (event.type) {
      case 'OrderPlaced': {
        const { lines, totalCents, currency } = event.data
        account.placed = { totalCents, currency, linesCents: totalOf(lines), units: unitsOf(lines) }
        return
      }
      case 'OrderPaid':
        Object.assign(account, { status: 'paid', paidBy: event.data.paymentId })
        return
      case 'OrderRefunded':
        Object.assign(account, { status: 'refunded', refundedBy: event.data.paymentId })
        return
      case 'OrderRejected':
      case 'OrderExpired':
      case 'OrderCancelled':
        account.status = endings[event.type]
        return
      case 'StockHeld':
      case 'StockReleased':
      case 'StockConsumed':
        bookStock(account, event)
        return
      default:
        bookPayment(account, event)
    }
  }

  /** Units that the open orders hold, by product. */
  openHolds(): Units {
    const holds = new Map<number, number>()
    for (const { status, placed } of this.#accounts.values())
      if (status === 'placed') for (const [productId, units] of placed?.units ?? []) add(holds, productId, units)
    return holds
  }

  /** Every order whose books do not balance. */
  findings(): Finding[] {
    return [...this.#accounts].flatMap(([orderId, account]) => {
      const finding = (check: 'orders' | 'money') => (fault: string) => ({
        check,
        subject: `order-${orderId}`,
        message: `orden ${orderId}: ${fault}`,
      })
      return [...unitFaults(account).map(finding('orders')), ...moneyFaults(account).map(finding('money'))]
    })
  }

  #account(orderId: number): OrderAccount {
    const known = this.#accounts.get(orderId)
    if (known) return known
    const fresh: OrderAccount = {
      placed: null,
      status: 'placed',
      paidBy: null,
      refundedBy: null,
      payments: new Map(),
      held: new Map(),
      sold: new Map(),
    }
    this.#accounts.set(orderId, fresh)
    return fresh
  }
}

function bookStock({ held, sold }: OrderAccount, event: Exclude<StockEvent, { type: 'StockAdjusted' }>): void {
  const { productId, quantity } = event.data
  add(held, productId, event.type === 'StockHeld' ? quantity : -quantity)
  if (event.type === 'StockConsumed') add(sold, productId, quantity)
}

function bookPayment({ payments }: OrderAccount, event: PaymentEvent): void {
  if (event.type === 'PreferenceCreated') return
  const { paymentId } = event.data
  const payment = payments.get(paymentId) ?? { approved: 0, currency: '', requested: 0, refunded: 0 }
  payments.set(paymentId, payment)
  if (event.type === 'PaymentApproved') {
    payment.approved += event.data.amountCents
    payment.currency = event.data.currency
  }
  if (event.type === 'RefundRequested') payment.requested += event.data.amountCents
  if (event.type === 'PaymentRefunded') payment.refunded += event.data.amountCents
}

function unitsOf(lines: readonly OrderLine[]): Units {
  const units = new Map<number, number>()
  for (const { productId, quantity } of lines) add(units, productId, quantity)
  return units
}

function add(units: Map<number, number>, productId: number, quantity: number): void {
  units.set(productId, (units.get(productId) ?? 0) + quantity)
}
