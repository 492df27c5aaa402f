// One purchase from 'Pagar' to its end. Only a payment that was fetched and compared makes it paid.

import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { OrderEvent } from './order.events.ts'

export const orderStates = ['placed', 'paid', 'rejected', 'expired', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStates)[number]

export type OrderLine = { productId: number; name: string; imageUrl: string; priceCents: number; quantity: number }
export type Order = {
  orderId: number
  userId: number
  reference: string
  lines: OrderLine[]
  totalCents: number
  currency: string
  /** ISO time. */
  holdUntil: string
  status: OrderStatus
  paidBy: string | null
}
export type OrderState = Order | null

export type OrderCommand =
  | {
      type: 'PlaceOrder'
      orderId: number
      userId: number
      reference: string
      lines: OrderLine[]
      currency: string
      holdUntil: Date
    }
  | { type: 'PayOrder'; paymentId: string }
  | { type: 'RejectOrder'; paymentId: string }
  | { type: 'ExpireOrder'; now: Date }
  | { type: 'CancelOrder'; reason: 'by_user' | 'replaced' | 'provider_unavailable' }
  | { type: 'RefundOrder'; paymentId: string }

/** Sum of price times quantity, in minor units. */
export function totalOf(lines: readonly { priceCents: number; quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
}

function evolve(state: OrderState, event: OrderEvent): OrderState {
  if (event.type === 'OrderPlaced') return { ...event.data, status: 'placed', paidBy: null }
  if (state === null) return state
  switch (event.type) {
    case 'OrderPaid':
      return { ...state, status: 'paid', paidBy: event.data.paymentId }
    case 'OrderRejected':
      return { ...state, status: 'rejected' }
    case 'OrderExpired':
      return { ...state, status: 'expired' }
    case 'OrderCancelled':
      return { ...state, status: 'cancelled' }
    case 'OrderRefunded':
      return { ...state, status: 'refunded' }
    default:
      return event satisfies never
  }
}

function decide(state: OrderState, command: OrderCommand): OrderEvent[] {
  if (command.type === 'PlaceOrder') return state === null ? [place(command)] : []
  if (state === null) throw new Rejection('not_found')
  const { orderId, status } = state
  switch (command.type) {
    case 'PayOrder':
      if (status === 'paid' || status === 'refunded') return []
      return [{ type: 'OrderPaid', data: settledBy(state, command.paymentId) }]
    case 'RejectOrder':
      return status === 'placed' ? [{ type: 'OrderRejected', data: { orderId, paymentId: command.paymentId } }] : []
    case 'ExpireOrder':
      return status === 'placed' && command.now >= new Date(state.holdUntil)
        ? [{ type: 'OrderExpired', data: { orderId } }]
        : []
    case 'CancelOrder':
      if (status === 'cancelled') return []
      if (status !== 'placed') throw new Rejection('order_not_open', { state: status })
      return [{ type: 'OrderCancelled', data: { orderId, reason: command.reason } }]
    case 'RefundOrder':
      // A second payment of a paid order goes back too, but the order stays paid.
      if (status === 'refunded' || status === 'placed') return []
      if (status === 'paid' && state.paidBy !== command.paymentId) return []
      return [{ type: 'OrderRefunded', data: { ...settledBy(state, command.paymentId), wasPaid: status === 'paid' } }]
    default:
      return command satisfies never
  }
}

function place(command: Extract<OrderCommand, { type: 'PlaceOrder' }>): OrderEvent {
  const { orderId, userId, reference, lines, currency } = command
  if (lines.length === 0) throw new Rejection('cart_empty')
  const holdUntil = command.holdUntil.toISOString()
  const totalCents = totalOf(lines)
  return { type: 'OrderPlaced', data: { orderId, userId, reference, lines, totalCents, currency, holdUntil } }
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
