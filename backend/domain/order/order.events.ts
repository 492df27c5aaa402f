import { z } from 'zod'
import { sealedAddress } from '#backend/domain/sealed-address.ts'
import { defineEvents, type EventOf, sealed } from '#backend/eventstore/definition/event-definition.ts'
import { invoiceKinds } from './invoice.limits.ts'

const orderLine = z.object({
  productId: z.int(),
  name: z.string(),
  imageUrl: z.string(),
  /** A unit's price, as the product's event told it; `netCents`: of what is paid for it, without its discount. */
  priceCents: z.int(),
  netCents: z.int(),
  /** How many events the product's stream had: its price can be proven. */
  productVersion: z.int().positive(),
  quantity: z.int().positive(),
  /** Off the price of each unit, for paying by transfer. */
  discountCents: z.int().nonnegative(),
  /** As the product told them then; null: it told nothing. */
  guaranteeMonths: z.int().nonnegative().nullable(),
  guaranteeBy: z.string().nullable(),
})
/** The shop's account as the buyer saw it. */
const bankAccount = z.object({
  holder: z.string(),
  cuit: z.string(),
  bank: z.string(),
  cbu: z.string(),
  alias: z.string(),
})
const settled = z.object({ orderId: z.int(), userId: z.int(), paymentId: z.string(), productIds: z.array(z.int()) })

export const orderEvents = defineEvents({
  /**
   * Names and prices as of 'Pagar'; stock is held until `holdUntil`. `sellerRevision`: who sold; 0: not yet told.
   * `transfer`: null if the wallet is to be paid.
   */
  OrderPlaced: z.object({
    orderId: z.int(),
    userId: z.int(),
    reference: z.string(),
    lines: z.array(orderLine),
    totalCents: z.int(),
    currency: z.string(),
    sellerRevision: z.int().min(0),
    holdUntil: z.iso.datetime(),
    transfer: z.object({ discountPercent: z.int(), holdHours: z.int(), account: bankAccount }).nullable(),
  }),
  /**
   * Follows OrderPlaced of a shipped order; the price is on top of its total. Other orders are picked up. `days`:
   * maximum of working days.
   */
  ShippingAdded: z.object({
    orderId: z.int(),
    userId: z.int(),
    priceCents: z.int(),
    days: z.int(),
    ...sealedAddress(),
  }),
  /** Follows OrderPlaced of a buyer who asked for one; `taxId`: digits of a CUIT or a DNI. */
  InvoiceRequested: z.object({
    orderId: z.int(),
    userId: z.int(),
    kind: z.enum(invoiceKinds),
    taxId: sealed(z.string(), 'userId'),
  }),
  OrderPaid: settled,
  OrderPrepared: z.object({ orderId: z.int() }),
  OrderShipped: z.object({ orderId: z.int(), carrier: z.string(), tracking: z.string() }),
  OrderDelivered: z.object({ orderId: z.int() }),
  OrderReadyForPickup: z.object({ orderId: z.int() }),
  OrderPickedUp: z.object({ orderId: z.int() }),
  /** `code` identifies the request for buyer and shop. */
  WithdrawalRequested: z.object({ orderId: z.int(), code: z.string() }),
  /** `file` names the stored receipt, which opens with the buyer's key; it proves nothing. */
  ReceiptUploaded: z.object({ orderId: z.int(), userId: z.int(), file: z.string(), format: z.enum(['image', 'pdf']) }),
  /** The buyer's own account, to give money of a transfer back. */
  RefundAccountGiven: z.object({ orderId: z.int(), userId: z.int(), cbu: sealed(z.string(), 'userId') }),
  OrderRejected: z.object({ orderId: z.int(), paymentId: z.string() }),
  OrderExpired: z.object({ orderId: z.int() }),
  /** `note`: why the staff did it, else empty. */
  OrderCancelled: z.object({
    orderId: z.int(),
    reason: z.enum(['by_user', 'by_staff', 'replaced', 'provider_unavailable']),
    note: z.string(),
    at: z.iso.datetime(),
  }),
  /** `wasPaid`: false if the payment came too late and the units were gone. */
  OrderRefunded: settled.extend({ wasPaid: z.boolean() }),
})
export type OrderEvent = EventOf<typeof orderEvents>
