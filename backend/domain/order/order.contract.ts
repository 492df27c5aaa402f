import { z } from 'zod'
import { toCents } from '#backend/domain/money.ts'
import { asideNote, shipmentLimits } from './order.limits.ts'

/** An echo by the specification's client; decides nothing. */
export const purchaseEcho = z.object({
  userId: z.int().positive(),
  productId: z.union([z.int().positive(), z.array(z.unknown()).max(100)]),
  orderId: z.int().positive().optional(),
})

const text = (max: number) => z.string().trim().min(1).max(max)

export const shipmentEntry = z.object({
  carrier: text(shipmentLimits.carrier),
  tracking: text(shipmentLimits.tracking),
  corrects: z.literal(true).optional(),
})

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

export const refundRetry = z.object(refundName).refine(isOneOf, notOne)

/** Records how a stuck refund was settled otherwise. */
export const refundDismissal = z
  .object({ ...refundName, note })
  .refine(isOneOf, notOne)
  .refine((asked) => isSettled(asked.note), unsettled)

/** Dismissing needs a reason. */
export const unmatchedDecision = z
  .object({ act: z.enum(['refund', 'dismiss']), note })
  .refine((asked) => asked.act !== 'dismiss' || isSettled(asked.note), unsettled)
export const paymentParam = z.object({ id: paymentId })

/** Dismissing needs a reason. */
export const asideDecision = z
  .object({
    paymentId,
    act: z.enum(['accept', 'refund', 'dismiss']),
    note,
  })
  .refine((asked) => asked.act !== 'dismiss' || isSettled(asked.note), unsettled)

/** An order look-up without account: number and buyer's e-mail. */
export const guestEntry = z.object({
  orderId: z.int('Escribí el número de la orden.').positive('Escribí el número de la orden.').max(999_999_999_999),
  email: z.string().trim().min(3, 'Escribí tu correo.').max(254),
})
