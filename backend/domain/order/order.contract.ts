// What may come over the wire about purchases.
import { z } from 'zod'
import { toCents } from '#backend/domain/money.ts'
import { asideNote, shipmentLimits } from './order.limits.ts'

/** The spec's client sends the bought products along; they are an echo and decide nothing. */
export const purchaseEcho = z.object({
  userId: z.int().positive(),
  productId: z.union([z.int().positive(), z.array(z.unknown()).max(100)]),
  orderId: z.int().positive().optional(),
})

const text = (max: number) => z.string().trim().min(1).max(max)

/** Who carries a parcel, and what they know it by. */
export const shipmentEntry = z.object({
  carrier: text(shipmentLimits.carrier),
  tracking: text(shipmentLimits.tracking),
  /** The parcel is on its way already: what was said of it was wrong. */
  corrects: z.literal(true).optional(),
})

/** A part of an order's money that goes back: for units of its lines, or an amount. */
export const refundEntry = z
  .object({
    lines: z
      .array(z.object({ id: z.int().positive(), quantity: z.int().positive().max(1_000_000) }))
      .min(1)
      .max(100)
      .optional(),
    amount: z
      .number()
      .positive()
      .max(10_000_000_000_000)
      .refine((decimal) => toCents(decimal) !== null, 'Admite hasta dos decimales.')
      .optional(),
    /** Whether the units are back in the stock. */
    restock: z.boolean().optional(),
  })
  .refine(({ lines, amount }) => (lines === undefined) !== (amount === undefined), {
    path: ['amount'],
    message: 'Elegí unidades o un monto, no las dos cosas.',
  })

const paymentId = z.string().regex(/^\d{1,20}$/)
const note = z.string().trim().max(asideNote.max).default('')
const isSettled = (written: string) => written.length >= asideNote.min
const unsettled = { path: ['note'], message: 'Contá cómo se resolvió.' }
const refundName = { refund: z.int().positive().max(1_000_000).optional(), paymentId: paymentId.optional() }
const isOneOf = (asked: { refund?: number | undefined; paymentId?: string | undefined }) =>
  (asked.refund === undefined) !== (asked.paymentId === undefined)
const notOne = { path: ['refund'], message: 'Elegí una devolución o un pago, no las dos cosas.' }

/** Which part of an order's money is asked for again, or which payment that goes back whole. */
export const refundRetry = z.object(refundName).refine(isOneOf, notOne)

/** How a part, or a whole payment, was settled that the provider will not give back. */
export const refundDismissal = z
  .object({ ...refundName, note })
  .refine(isOneOf, notOne)
  .refine((asked) => isSettled(asked.note), unsettled)

/** What is done about a payment of no order; what is left as it is needs a reason. */
export const unmatchedDecision = z
  .object({ act: z.enum(['refund', 'dismiss']), note })
  .refine((asked) => asked.act !== 'dismiss' || isSettled(asked.note), unsettled)
export const paymentParam = z.object({ id: paymentId })

/** What is done about a payment that was set aside; what is left as it is needs a reason. */
export const asideDecision = z
  .object({
    paymentId,
    act: z.enum(['accept', 'refund', 'dismiss']),
    note,
  })
  .refine((asked) => asked.act !== 'dismiss' || isSettled(asked.note), unsettled)

/** Who asks about an order without an account: its number, and the e-mail of its buyer. */
export const guestEntry = z.object({
  orderId: z.int('Escribí el número de la orden.').positive('Escribí el número de la orden.').max(999_999_999_999),
  email: z.string().trim().min(3, 'Escribí tu correo.').max(254),
})
