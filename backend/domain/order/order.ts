// One purchase from 'Pagar' to its end. Only a fetched payment pays it, also after it expired or was rejected.

import type { Address } from '#backend/domain/address.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { addressOf } from '#backend/domain/sealed-address.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'
import type { OrderEvent } from './order.events.ts'
import { holdLasts, isPaidState, type OrderStatus, withdrawalDays } from './order.limits.ts'

export type OrderLine = { productId: number; name: string; imageUrl: string; priceCents: number; quantity: number }
export type Shipment = { carrier: string; tracking: string }
export type ShippingOffer = { priceCents: number; days: number }
/** `address`: null once the person was erased. */
export type Shipping = ShippingOffer & { address: Address | null }
export type Order = DataOf<OrderEvent, 'OrderPlaced'> & {
  /** Null: pick-up. */
  shipping: Shipping | null
  status: OrderStatus
  cancelledBecause: CancelReason | null
  paidBy: string | null
  shipment: Shipment | null
  withdrawalCode: string | null
}
export type OrderState = Order | null
type CancelReason = 'by_user' | 'replaced' | 'provider_unavailable'

export type OrderCommand =
  | {
      type: 'PlaceOrder'
      orderId: number
      userId: number
      reference: string
      lines: OrderLine[]
      shipping?: (ShippingOffer & { address: Address }) | null
      currency: string
      holdUntil: Date
    }
  | { type: 'PayOrder'; paymentId: string }
  | { type: 'RejectOrder'; paymentId: string }
  | { type: 'ExpireOrder'; now: Date }
  | { type: 'CancelOrder'; reason: CancelReason }
  | { type: 'RefundOrder'; paymentId: string }
  | RequestWithdrawal
  | FulfilmentStep

type RequestWithdrawal = { type: 'RequestWithdrawal'; code: string; deliveredAt: Date | null; now: Date }

/** Steps of a paid order, each once: prepare, ship, deliver; or make ready and hand over. */
export type FulfilmentStep =
  | { type: 'PrepareOrder' }
  | ({ type: 'ShipOrder'; corrects?: true | undefined } & Shipment)
  | { type: 'DeliverOrder' }
  | { type: 'ReadyOrder' }
  | { type: 'HandOverOrder' }

export function totalOf(lines: readonly { priceCents: number; quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
}

const asPlaced = {
  shipping: null,
  status: 'placed',
  cancelledBecause: null,
  paidBy: null,
  shipment: null,
  withdrawalCode: null,
} as const

function evolve(state: OrderState, event: OrderEvent): OrderState {
  if (event.type === 'OrderPlaced') return { ...event.data, ...asPlaced }
  if (state === null) return state
  switch (event.type) {
    case 'ShippingAdded': {
      const { priceCents, days } = event.data
      const shipping = { priceCents, days, address: addressOf(event.data) }
      return { ...state, shipping, totalCents: state.totalCents + priceCents }
    }
    case 'OrderPaid':
      return { ...state, status: 'paid', paidBy: event.data.paymentId }
    case 'OrderPrepared':
      return { ...state, status: 'prepared' }
    case 'OrderShipped': {
      const { carrier, tracking } = event.data
      return { ...state, status: 'shipped', shipment: { carrier, tracking } }
    }
    case 'OrderDelivered':
      return { ...state, status: 'delivered' }
    case 'OrderReadyForPickup':
      return { ...state, status: 'ready_for_pickup' }
    case 'OrderPickedUp':
      return { ...state, status: 'picked_up' }
    case 'WithdrawalRequested':
      return { ...state, withdrawalCode: event.data.code }
    case 'OrderRejected':
      return { ...state, status: 'rejected' }
    case 'OrderExpired':
      return { ...state, status: 'expired' }
    case 'OrderCancelled':
      return { ...state, status: 'cancelled', cancelledBecause: event.data.reason }
    case 'OrderRefunded':
      return { ...state, status: 'refunded' }
    default:
      return event satisfies never
  }
}

function decide(state: OrderState, command: OrderCommand): OrderEvent[] {
  if (command.type === 'PlaceOrder') return state === null ? place(command) : []
  if (state === null) throw new Rejection('not_found')
  const { orderId, status } = state
  switch (command.type) {
    case 'PayOrder':
      if (isPaidState(status) || status === 'refunded') return []
      return [{ type: 'OrderPaid', data: settledBy(state, command.paymentId) }]
    case 'RejectOrder':
      return status === 'placed' ? [{ type: 'OrderRejected', data: { orderId, paymentId: command.paymentId } }] : []
    case 'ExpireOrder':
      return status === 'placed' && !holdLasts(state, command.now) ? [{ type: 'OrderExpired', data: { orderId } }] : []
    case 'CancelOrder':
      if (status === 'cancelled') return []
      if (status !== 'placed') throw new Rejection('order_not_open', { state: status })
      return [{ type: 'OrderCancelled', data: { orderId, reason: command.reason } }]
    case 'RefundOrder':
      // A refunded second payment doesn't change a paid order.
      if (status === 'refunded' || status === 'placed') return []
      if (isPaidState(status) && state.paidBy !== command.paymentId) return []
      return [{ type: 'OrderRefunded', data: { ...settledBy(state, command.paymentId), wasPaid: isPaidState(status) } }]
    case 'RequestWithdrawal':
      return withdraw(state, command)
    default:
      return fulfil(state, command)
  }
}

function place(command: Extract<OrderCommand, { type: 'PlaceOrder' }>): OrderEvent[] {
  const { orderId, userId, reference, lines, shipping, currency } = command
  if (lines.length === 0) throw new Rejection('cart_empty')
  const holdUntil = command.holdUntil.toISOString()
  const totalCents = totalOf(lines)
  const data = { orderId, userId, reference, lines, totalCents, currency, holdUntil }
  if (!shipping) return [{ type: 'OrderPlaced', data }]
  const { address, ...offer } = shipping
  return [
    { type: 'OrderPlaced', data },
    { type: 'ShippingAdded', data: { orderId, userId, ...offer, ...address } },
  ]
}

/**
 * Ignores a repeat. Throws Rejection order_not_ready out of order, other_delivery if the step belongs to the other
 * way of delivery.
 */
function fulfil(state: Order, step: FulfilmentStep): OrderEvent[] {
  const { orderId, status, shipping, shipment } = state
  const after = (previous: OrderStatus, reached: OrderStatus, event: OrderEvent): OrderEvent[] => {
    if (status === previous) return [event]
    if (status === reached) return []
    throw new Rejection('order_not_ready', { state: status })
  }
  const way = shipping === null ? 'pickup' : 'shipping'
  const fitting = step.type === 'ReadyOrder' || step.type === 'HandOverOrder' ? 'pickup' : 'shipping'
  if (step.type !== 'PrepareOrder' && fitting !== way) throw new Rejection('other_delivery', { delivery: way })
  switch (step.type) {
    case 'PrepareOrder':
      return after('paid', 'prepared', { type: 'OrderPrepared', data: { orderId } })
    case 'ShipOrder': {
      const { carrier, tracking } = step
      const isOther = shipment !== null && (shipment.carrier !== carrier || shipment.tracking !== tracking)
      const shipped: OrderEvent = { type: 'OrderShipped', data: { orderId, carrier, tracking } }
      if (isOther && step.corrects && status === 'shipped') return [shipped]
      if (isOther) throw new Rejection('order_not_ready', { state: status })
      return after('prepared', 'shipped', shipped)
    }
    case 'DeliverOrder':
      return after('shipped', 'delivered', { type: 'OrderDelivered', data: { orderId } })
    case 'ReadyOrder':
      return after('prepared', 'ready_for_pickup', { type: 'OrderReadyForPickup', data: { orderId } })
    case 'HandOverOrder':
      return after('ready_for_pickup', 'picked_up', { type: 'OrderPickedUp', data: { orderId } })
    default:
      return step satisfies never
  }
}

/** By law possible until ten days after delivery or pick-up; a repeat changes nothing. */
function withdraw(state: Order, { code, deliveredAt, now }: RequestWithdrawal): OrderEvent[] {
  if (state.withdrawalCode !== null) return []
  if (!isPaidState(state.status)) throw new Rejection('order_not_paid', { state: state.status })
  if (deliveredAt && now.getTime() - deliveredAt.getTime() > withdrawalDays * 86_400_000)
    throw new Rejection('withdrawal_too_late')
  return [{ type: 'WithdrawalRequested', data: { orderId: state.orderId, code } }]
}

function settledBy(state: Order, paymentId: string) {
  const productIds = state.lines.map((line) => line.productId)
  return { orderId: state.orderId, userId: state.userId, paymentId, productIds }
}

export const order: Decider<OrderState, OrderCommand, OrderEvent, 'order'> = {
  category: 'order',
  initial: null,
  evolve,
  decide,
}
