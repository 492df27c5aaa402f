// One purchase from 'Pagar' to its end. Only a fetched payment pays it, also after it expired or was rejected.
import type { Address } from '#backend/domain/address.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { addressOf } from '#backend/domain/sealed-address.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'
import type { Invoice, KnownInvoice } from './invoice.limits.ts'
import type { OrderEvent } from './order.events.ts'
import {
  holdLasts,
  isPaidState,
  maxRefundAccounts,
  type OrderStatus,
  receiptLimits,
  stateAfter,
  withdrawalDays,
} from './order.limits.ts'

export type OrderLine = DataOf<OrderEvent, 'OrderPlaced'>['lines'][number]
/** How an order by bank transfer is paid: the discount, and to which account. */
export type TransferTerms = NonNullable<DataOf<OrderEvent, 'OrderPlaced'>['transfer']>
export type Shipment = { carrier: string; tracking: string }
export type ShippingOffer = { priceCents: number; days: number }
/** `address`: null once the person was erased. */
export type Shipping = ShippingOffer & { address: Address | null }
export type Order = DataOf<OrderEvent, 'OrderPlaced'> & {
  shipping: Shipping | null
  invoice: KnownInvoice | null
  status: OrderStatus
  cancelledBecause: CancelReason | null
  cancelledAt: string | null
  paidBy: string | null
  shipment: Shipment | null
  withdrawalCode: string | null
  receipts: readonly Receipt[]
  /** null too once the person was erased. */
  refundCbu: string | null
  refundAccounts: number
}
export type Receipt = { file: string; format: 'image' | 'pdf' }
export type OrderState = Order | null
type CancelReason = DataOf<OrderEvent, 'OrderCancelled'>['reason']

export type OrderCommand =
  | {
      type: 'PlaceOrder'
      orderId: number
      userId: number
      reference: string
      lines: OrderLine[]
      shipping?: (ShippingOffer & { address: Address }) | null
      invoice?: Invoice | null
      currency: string
      sellerRevision: number
      holdUntil: Date
      transfer: TransferTerms | null
    }
  | { type: 'PayOrder'; paymentId: string }
  | { type: 'RejectOrder'; paymentId: string }
  | { type: 'ExpireOrder'; now: Date }
  | { type: 'CancelOrder'; reason: CancelReason; note?: string; now: Date }
  | { type: 'RefundOrder'; paymentId: string }
  | RequestWithdrawal
  | FulfilmentStep
  | ({ type: 'AddReceipt' } & Receipt)
  | GiveRefundAccount

/** `mayGoBack`: money of the order waits to go back, or can. */
type GiveRefundAccount = { type: 'GiveRefundAccount'; cbu: string; mayGoBack: boolean; byStaff: boolean }

type RequestWithdrawal = { type: 'RequestWithdrawal'; code: string; deliveredAt: Date | null; now: Date }

/** Steps of a paid order, each once: prepare, ship, deliver; or make ready and hand over. */
export type FulfilmentStep =
  | { type: 'PrepareOrder' }
  | ({ type: 'ShipOrder'; corrects?: true | undefined } & Shipment)
  | { type: 'DeliverOrder' }
  | { type: 'ReadyOrder' }
  | { type: 'HandOverOrder' }

type Priced = { priceCents: number; discountCents: number; quantity: number }

/** Sum of all lines, in cents, their discounts taken off. */
export function totalOf(lines: readonly Priced[]): number {
  return lines.reduce((sum, line) => sum + (line.priceCents - line.discountCents) * line.quantity, 0)
}

const asPlaced = {
  shipping: null,
  invoice: null,
  status: 'placed',
  cancelledBecause: null,
  cancelledAt: null,
  paidBy: null,
  shipment: null,
  withdrawalCode: null,
  receipts: [],
  refundCbu: null,
  refundAccounts: 0,
} as const

function evolve(state: OrderState, event: OrderEvent): OrderState {
  if (event.type === 'OrderPlaced') return { ...event.data, ...asPlaced }
  if (state === null) return state
  if (event.type === 'WithdrawalRequested') return { ...state, withdrawalCode: event.data.code }
  if (event.type === 'ReceiptUploaded') {
    const { file, format } = event.data
    return { ...state, receipts: [...state.receipts, { file, format }] }
  }
  if (event.type === 'RefundAccountGiven')
    return { ...state, refundCbu: event.data.cbu, refundAccounts: state.refundAccounts + 1 }
  if (event.type === 'InvoiceRequested') {
    const { kind, taxId } = event.data
    return { ...state, invoice: { kind, taxId } }
  }
  if (event.type === 'ShippingAdded') {
    const { priceCents, days } = event.data
    const shipping = { priceCents, days, address: addressOf(event.data) }
    return { ...state, shipping, totalCents: state.totalCents + priceCents }
  }
  const reached = { ...state, status: stateAfter[event.type] }
  if (event.type === 'OrderPaid') return { ...reached, paidBy: event.data.paymentId }
  if (event.type === 'OrderCancelled') {
    const { reason, at } = event.data
    return { ...reached, cancelledBecause: reason, cancelledAt: at }
  }
  if (event.type !== 'OrderShipped') return reached
  const { carrier, tracking } = event.data
  return { ...reached, shipment: { carrier, tracking } }
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
      return [cancelled(orderId, command)]
    case 'RefundOrder':
      // A refunded second payment doesn't change a paid order.
      if (status === 'refunded' || status === 'placed') return []
      if (isPaidState(status) && state.paidBy !== command.paymentId) return []
      return [{ type: 'OrderRefunded', data: { ...settledBy(state, command.paymentId), wasPaid: isPaidState(status) } }]
    case 'RequestWithdrawal':
      return withdraw(state, command)
    case 'AddReceipt':
    case 'GiveRefundAccount':
      return ofTransfer(state, command)
    default:
      return fulfil(state, command)
  }
}

function cancelled(orderId: number, { reason, note = '', now }: OrderCommand & { type: 'CancelOrder' }): OrderEvent {
  return { type: 'OrderCancelled', data: { orderId, reason, note, at: now.toISOString() } }
}

function place(command: Extract<OrderCommand, { type: 'PlaceOrder' }>): OrderEvent[] {
  const { orderId, userId, reference, lines, shipping, invoice, currency, sellerRevision, transfer } = command
  if (lines.length === 0) throw new Rejection('cart_empty')
  const holdUntil = command.holdUntil.toISOString()
  const totalCents = totalOf(lines)
  const data = { orderId, userId, reference, lines, totalCents, currency, sellerRevision, holdUntil, transfer }
  const of = { orderId, userId }
  const events: OrderEvent[] = [{ type: 'OrderPlaced', data }]
  if (shipping) {
    const { address, ...offer } = shipping
    events.push({ type: 'ShippingAdded', data: { ...of, ...offer, ...address } })
  }
  if (invoice) events.push({ type: 'InvoiceRequested', data: { ...of, ...invoice } })
  return events
}

const steps = {
  PrepareOrder: { from: 'paid', event: 'OrderPrepared', of: ['shipping', 'pickup'] },
  ShipOrder: { from: 'prepared', event: 'OrderShipped', of: ['shipping'] },
  DeliverOrder: { from: 'shipped', event: 'OrderDelivered', of: ['shipping'] },
  ReadyOrder: { from: 'prepared', event: 'OrderReadyForPickup', of: ['pickup'] },
  HandOverOrder: { from: 'ready_for_pickup', event: 'OrderPickedUp', of: ['pickup'] },
} as const satisfies Record<FulfilmentStep['type'], object>

/** Ignores a repeat. Throws Rejection order_not_ready out of order, other_delivery for the other way's step. */
function fulfil({ orderId, status, shipping, shipment }: Order, step: FulfilmentStep): OrderEvent[] {
  const { from, event: type, of } = steps[step.type]
  const delivery = shipping === null ? 'pickup' : 'shipping'
  if (!of.some((way) => way === delivery)) throw new Rejection('other_delivery', { delivery })
  const parcel = step.type === 'ShipOrder' && step
  const data = parcel ? { orderId, carrier: parcel.carrier, tracking: parcel.tracking } : { orderId }
  const isOther = parcel && shipment && (shipment.carrier !== parcel.carrier || shipment.tracking !== parcel.tracking)
  if (isOther ? parcel.corrects && status === 'shipped' : status === from) return [{ type, data } as OrderEvent]
  if (!isOther && status === stateAfter[type]) return []
  throw new Rejection('order_not_ready', { state: status })
}

/** By law possible until ten days after delivery or pick-up; a repeat changes nothing. */
function withdraw(state: Order, { code, deliveredAt, now }: RequestWithdrawal): OrderEvent[] {
  if (state.withdrawalCode !== null) return []
  if (!isPaidState(state.status)) throw new Rejection('order_not_paid', { state: state.status })
  if (deliveredAt && now.getTime() - deliveredAt.getTime() > withdrawalDays * 86_400_000)
    throw new Rejection('withdrawal_too_late')
  return [{ type: 'WithdrawalRequested', data: { orderId: state.orderId, code } }]
}

/** A receipt helps until the order is paid, an account while money may go back. */
function ofTransfer(state: Order, command: OrderCommand & { type: 'AddReceipt' | 'GiveRefundAccount' }): OrderEvent[] {
  const { orderId, userId, transfer, status, receipts, refundCbu, refundAccounts } = state
  if (!transfer) throw new Rejection('not_by_transfer')
  if (command.type === 'GiveRefundAccount') {
    const { cbu, mayGoBack, byStaff } = command
    if (cbu === refundCbu) return []
    if (!mayGoBack) throw new Rejection('refund_account_useless')
    // Somebody else in the buyer's session may have used up the changes, so staff may still correct the account.
    if (refundAccounts >= maxRefundAccounts && !byStaff)
      throw new Rejection('too_many_refund_accounts', { most: maxRefundAccounts })
    return [{ type: 'RefundAccountGiven', data: { orderId, userId, cbu } }]
  }
  const { file, format } = command
  if (receipts.some((known) => known.file === file)) return []
  if (status !== 'placed' && status !== 'expired') throw new Rejection('order_not_open', { state: status })
  if (receipts.length >= receiptLimits.files) throw new Rejection('too_many_receipts', { most: receiptLimits.files })
  return [{ type: 'ReceiptUploaded', data: { orderId, userId, file, format } }]
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
