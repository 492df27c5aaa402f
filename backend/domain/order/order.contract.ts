import { z } from 'zod'
import { shownAddress } from '#backend/domain/address.contract.ts'
import { shippingAnswer } from '#backend/domain/delivery/delivery.contract.ts'
import { inCents, panelPage, textUpTo } from '#backend/domain/list.contract.ts'
import { asidePayment } from '#backend/domain/overview/overview.contract.ts'
import { paymentId } from '#backend/domain/payment/payment.contract.ts'
import { refundStates } from '#backend/domain/payment/refund-state.limits.ts'
import { sellerAnswer } from '#backend/domain/seller/seller.contract.ts'
import { invoiceKinds } from './invoice.limits.ts'
import { asideNote, orderStates, shipmentLimits } from './order.limits.ts'

/** An echo by the specification's client; decides nothing. */
export const purchaseEcho = z.object({
  userId: z.int().positive(),
  productId: z.union([z.int().positive(), z.array(z.unknown()).max(100)]),
  orderId: z.int().positive().optional(),
})

export const shipmentEntry = z.object({
  carrier: textUpTo(shipmentLimits.carrier),
  tracking: textUpTo(shipmentLimits.tracking),
  corrects: z.literal(true).optional(),
})

export const refundEntry = z
  .object({
    lines: z
      .array(z.object({ id: z.int().positive(), quantity: z.int().positive().max(1_000_000) }))
      .min(1)
      .max(100)
      .optional(),
    amount: inCents(z.number().positive().max(10_000_000_000_000)).optional(),
    restock: z.boolean().optional(),
  })
  .refine(({ lines, amount }) => (lines === undefined) !== (amount === undefined), {
    path: ['amount'],
    message: 'Elegí unidades o un monto, no las dos cosas.',
  })

const note = z.string().trim().max(asideNote.max).default('')
const isSettled = (written: string) => written.length >= asideNote.min
const unsettled = { path: ['note'], message: 'Contá cómo se resolvió.' }
export const refundName = { refund: z.int().positive().max(1_000_000).optional(), paymentId: paymentId.optional() }
export const isOneOf = (asked: { refund?: number | undefined; paymentId?: string | undefined }) =>
  (asked.refund === undefined) !== (asked.paymentId === undefined)
export const notOne = { path: ['refund'], message: 'Elegí una devolución o un pago, no las dos cosas.' }

export const refundRetry = z.object(refundName).refine(isOneOf, notOne)

export const refundDismissal = z
  .object({ ...refundName, note })
  .refine(isOneOf, notOne)
  .refine((asked) => isSettled(asked.note), unsettled)

export const staffCancellation = z
  .object({ note })
  .refine((asked) => isSettled(asked.note), { path: ['note'], message: 'Motivo: contá por qué la cancelás.' })

export const unmatchedDecision = z
  .object({ act: z.enum(['refund', 'dismiss']), note })
  .refine((asked) => asked.act !== 'dismiss' || isSettled(asked.note), unsettled)
export const paymentParam = z.object({ id: paymentId })

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

const line = z.object({ id: z.int().positive(), quantity: z.int().positive() })

export const orderAnswer = z.object({
  id: z.int().positive(),
  userId: z.int().positive(),
  productsId: z.array(line),
  lines: z.array(
    line.extend({
      ...{ name: z.string(), imageUrl: z.string(), price: z.number() },
      discount: z.number().describe('Off the price of each unit, for paying by transfer'),
      netPrice: z.number().describe('Of what is paid for a unit, without national taxes'),
      guaranteeMonths: z.int().nullable(),
      guaranteeBy: z.string().nullable(),
    }),
  ),
  shipping: shippingAnswer.nullable(),
  invoice: z
    .object({ kind: z.enum(invoiceKinds), taxId: z.string().nullable() })
    .nullable()
    .describe(
      'The invoice that the buyer asked for; its number only in the answer about one order, to who may know it',
    ),
  discount: z.number().describe('Off the lines, for paying by transfer'),
  /** null: paid in the wallet. */
  transfer: z.object({ discountPercent: z.int() }).nullable(),
  total: z.number(),
  currency: z.string(),
  state: z.enum(orderStates),
  placedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** The hold on the stock ends at this time if the order is still placed. */
  holdUntil: z.iso.datetime(),
})
export type OrderView = z.output<typeof orderAnswer>

const refundState = z.enum(refundStates)
export const orderDetailAnswer = orderAnswer.extend({
  timeline: z.array(
    z.object({
      state: z.string(),
      at: z.iso.datetime(),
      carrier: z.string().optional(),
      tracking: z.string().optional(),
      amount: z.number().optional(),
    }),
  ),
  /** Partial refunds, oldest first; `lines` is empty for a typed amount. */
  refunds: z.array(
    z.object({
      refund: z.int().positive(),
      amount: z.number(),
      lines: z.array(line),
      restocked: z.boolean(),
      state: refundState,
    }),
  ),
  fullRefunds: z.array(z.object({ paymentId: z.string(), amount: z.number(), state: refundState })),
  account: z
    .object({ holder: z.string(), cuit: z.string(), bank: z.string(), cbu: z.string(), alias: z.string() })
    .nullable()
    .describe('The account to transfer to, as the buyer saw it; null once the shop has another one'),
  /** The buyer's receipts, oldest first. */
  receipts: z.array(z.enum(['image', 'pdf'])),
  accepted: z.number().nullable().describe('What was paid, if an admin accepted a payment that differs from the order'),
  withdrawalCode: z.string().nullable(),
  seller: sellerAnswer.describe('Who sold, as it stood when the order was placed'),
  /** The provider's checkout while the hold lasts. */
  initPoint: z.string().nullable(),
})
export type OrderDetail = z.output<typeof orderDetailAnswer>
export const openOrderAnswer = z.object({ order: orderDetailAnswer.nullable() })

/**
 * address: null for pick-up, an erased person, or a reader who sends no parcels. refundCbu: where money of a transfer
 * goes back; null unless the buyer told it and the reader may know.
 */
export const shippedOrderAnswer = orderDetailAnswer.extend({
  address: shownAddress.nullable(),
  refundCbu: z.string().nullable(),
})

export const lookedUpAnswer = orderDetailAnswer
  .pick({ id: true, state: true, placedAt: true })
  .extend({ isPickup: z.boolean(), timeline: z.array(z.object({ state: z.string(), at: z.iso.datetime() })) })

const buyer = z.string().nullable()
const panelOrder = orderAnswer
  .pick({ id: true, userId: true, total: true, state: true, placedAt: true })
  .extend({ buyer, isWithdrawn: z.boolean(), isPickup: z.boolean() })
export type PanelOrder = z.output<typeof panelOrder>
export const panelOrdersAnswer = panelPage(panelOrder)

export const panelOrderAnswer = shippedOrderAnswer.extend({
  buyer,
  aside: z.array(asidePayment),
  refundAnswers: z
    .record(z.string(), z.string())
    .describe("What the provider said of refunds that are stuck, by the number of the part or the payment's id"),
})
export const rawPaymentsAnswer = z.object({ payments: z.array(z.record(z.string(), z.unknown())) })
