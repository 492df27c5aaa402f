export const paidStates = ['paid', 'prepared', 'shipped', 'delivered', 'ready_for_pickup', 'picked_up'] as const
export type PaidState = (typeof paidStates)[number]
export const orderStates = ['placed', ...paidStates, 'rejected', 'expired', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStates)[number]

export const orderStateNames: Readonly<Record<OrderStatus, string>> = {
  placed: 'pendiente de pago',
  paid: 'pagada',
  prepared: 'preparada',
  shipped: 'despachada',
  delivered: 'entregada',
  ready_for_pickup: 'lista para retirar',
  picked_up: 'retirada',
  rejected: 'rechazada',
  expired: 'vencida',
  cancelled: 'cancelada',
  refunded: 'devuelta',
}

export const stateAfter = {
  OrderPaid: 'paid',
  OrderPrepared: 'prepared',
  OrderShipped: 'shipped',
  OrderDelivered: 'delivered',
  OrderReadyForPickup: 'ready_for_pickup',
  OrderPickedUp: 'picked_up',
  OrderRejected: 'rejected',
  OrderExpired: 'expired',
  OrderCancelled: 'cancelled',
  OrderRefunded: 'refunded',
} as const satisfies Record<string, OrderStatus>

export function isPaidState(state: OrderStatus): state is PaidState {
  return (paidStates as readonly OrderStatus[]).includes(state)
}

/** An expired hold no longer counts, even if nothing has ended the order yet. */
export function holdLasts(
  { status, holdUntil }: { status: OrderStatus; holdUntil: string | Date },
  now: Date,
): boolean {
  return status === 'placed' && now < new Date(holdUntil)
}

export const fulfilmentStates = ['paid', 'prepared', 'ready_for_pickup', 'shipped'] as const satisfies PaidState[]

/** Withdrawal period and guarantee start then; null before. */
export function handedOverAt(timeline: readonly { state: string; at: string }[]): Date | null {
  const step = timeline.find(({ state }) => state === 'delivered' || state === 'picked_up')
  return step ? new Date(step.at) : null
}

export const shipmentLimits = { carrier: 60, tracking: 60 }

/** Note about a payment set aside; the minimum applies if nothing else documents the outcome. */
export const asideNote = { min: 3, max: 300 }

export const withdrawalDays = 10

export const receiptLimits = { bytes: 5_000_000, pdfBytes: 2_000_000, files: 5 }

/** How often a buyer may tell another account for refunds of an order. */
export const maxRefundAccounts = 10

/** Off all lines together, in cents. */
export function discountOf(lines: readonly { discountCents: number; quantity: number }[]): number {
  return lines.reduce((sum, { discountCents, quantity }) => sum + discountCents * quantity, 0)
}

/** The discount of one unit in cents, rounded in the shop's favour, so that units given back one by one add up. */
export function unitDiscount(priceCents: number, percent: number): number {
  return Math.floor((priceCents * percent) / 100)
}
