import { z } from 'zod'
import { orderStates } from '#backend/domain/order/order.limits.ts'

const id = z.int().positive()
const count = z.int()
/** How many orders, and the first of them. */
const someOrders = z.object({ count, orders: z.array(id) })

const salesDay = z.object({
  day: z.iso.date(),
  placed: count,
  paid: count,
  units: count,
  income: z.number(),
  refunded: z.number(),
})
export type SalesDay = z.output<typeof salesDay>
const asideFigure = z.object({ paymentId: z.string(), orderId: id.nullable(), at: z.iso.datetime() })
export type AsideFigure = z.output<typeof asideFigure>
export const salesAnswer = z.object({
  days: z.array(salesDay),
  /** Open orders, and closed ones of the last 30 days. */
  states: z.array(z.object({ state: z.enum(orderStates), count })),
  expiring: z.object({ count, orders: z.array(z.object({ id, holdUntil: z.iso.datetime() })) }),
  paymentsAside: z.array(asideFigure),
  unmatched: count,
  refundTrouble: someOrders,
  /** Orders by bank transfer with receipts of which no movement was entered, and with refunds to transfer. */
  receipts: someOrders,
  toTransfer: someOrders,
  withdrawals: count,
})
export type SalesOverview = z.output<typeof salesAnswer>

export const asidePayment = z.object({
  paymentId: z.string(),
  at: z.iso.datetime(),
  state: z.enum(['open', 'accepted', 'refunding', 'refunded', 'dismissed']),
  differences: z.array(z.object({ field: z.string(), expected: z.string(), found: z.string() })),
})
export type AsidePayment = z.output<typeof asidePayment>

const unmatchedPayment = z.object({
  paymentId: z.string(),
  at: z.iso.datetime(),
  amount: z.number(),
  currency: z.string(),
  reference: z.string().describe('What it names, empty if that may be of a person'),
  state: z.enum(['open', 'refunding', 'unanswered', 'refused', 'refunded', 'dismissed']),
})
export type UnmatchedPayment = z.output<typeof unmatchedPayment>
export const unmatchedAnswer = z.object({ payments: z.array(unmatchedPayment) })

const figure = z.object({ id, name: z.string(), units: count, stock: count })
export type ProductFigure = z.output<typeof figure>
export const soldProductsAnswer = z.object({
  bestSellers: z.array(figure),
  soldOut: z.array(figure),
  /** Stock for less than two weeks at the rate of the last 30 days. `daysLeft` is rounded down. */
  reorder: z.array(figure.extend({ daysLeft: count })),
})
export type ProductsOverview = z.output<typeof soldProductsAnswer>

export const newReviewsAnswer = z.object({
  written: count,
  newest: z.array(
    z.object({
      productId: id,
      product: z.string(),
      userId: id,
      author: z.string().nullable(),
      score: count,
      text: z.string(),
      at: z.iso.datetime(),
    }),
  ),
})
export type ReviewsOverview = z.output<typeof newReviewsAnswer>

export const suspensionsAnswer = z.object({ bans: count, since: z.iso.date() })
export type AccountsOverview = z.output<typeof suspensionsAnswer>
