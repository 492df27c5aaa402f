// What the API and the browser share about orders: their states and the lengths of what is typed.

/** In the order in which an order passes them, shipped or picked up, then the ways in which it ends otherwise. */
export const orderStates = [
  ...(['placed', 'paid', 'prepared', 'shipped', 'delivered', 'ready_for_pickup', 'picked_up'] as const),
  ...(['rejected', 'expired', 'cancelled', 'refunded'] as const),
] as const
export type OrderStatus = (typeof orderStates)[number]

/** The states of an order whose payment the shop has and keeps. */
export const paidStates = [
  ...(['paid', 'prepared', 'shipped', 'delivered', 'ready_for_pickup', 'picked_up'] as const),
] as const satisfies OrderStatus[]
export type PaidState = (typeof paidStates)[number]

/** Whether the shop has the payment of an order in this state. */
export function isPaidState(state: OrderStatus): state is PaidState {
  return (paidStates as readonly OrderStatus[]).includes(state)
}

/** Whether an order holds units and may; one whose hold is over holds nothing that anybody has to respect, though nobody has ended it yet. */
export function holdLasts(
  { status, holdUntil }: { status: OrderStatus; holdUntil: string | Date },
  now: Date,
): boolean {
  return status === 'placed' && now < new Date(holdUntil)
}

/** Paid states in which the shop has still something to do. */
export const fulfilmentStates = ['paid', 'prepared', 'ready_for_pickup', 'shipped'] as const satisfies PaidState[]

/** Whether the buyer has the products: the days to take them back count from then. */
export function isHandedOver(state: string): boolean {
  return state === 'delivered' || state === 'picked_up'
}

/** The longest names of a carrier and of what it calls a parcel. */
export const shipmentLimits = { carrier: 60, tracking: 60 }

/** Characters of what an admin writes about a payment that was set aside; the least where nothing else says what became of it. */
export const asideNote = { min: 3, max: 300 }

/** Days after the delivery or the pick-up in which a buyer may take a purchase back. */
export const withdrawalDays = 10
