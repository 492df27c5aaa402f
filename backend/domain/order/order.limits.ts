// What the API and the browser share about orders: their states and the lengths of what is typed.

/** In the order in which an order passes them, then the ways in which it ends otherwise. */
export const orderStates = [
  ...(['placed', 'paid', 'prepared', 'shipped', 'delivered'] as const),
  ...(['rejected', 'expired', 'cancelled', 'refunded'] as const),
] as const
export type OrderStatus = (typeof orderStates)[number]

/** The states of an order whose payment the shop has and keeps. */
export const paidStates = ['paid', 'prepared', 'shipped', 'delivered'] as const satisfies OrderStatus[]
export type PaidState = (typeof paidStates)[number]

/** Whether the shop has the payment of an order in this state. */
export function isPaidState(state: OrderStatus): state is PaidState {
  return (paidStates as readonly OrderStatus[]).includes(state)
}

/** The longest names of a carrier and of what it calls a parcel. */
export const shipmentLimits = { carrier: 60, tracking: 60 }

/** Days after the delivery in which a buyer may take a purchase back. */
export const withdrawalDays = 10
