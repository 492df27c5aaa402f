// Answer schemas, checked against the code's types.
import { z } from 'zod'
import { orderStates } from '#backend/domain/order/order.limits.ts'
import type {
  AccountsOverview,
  ProductsOverview,
  ReviewsOverview,
  SalesOverview,
} from '#backend/readmodels/overview/overview.queries.ts'
import type { AsidePayment } from '#backend/readmodels/overview/payments-aside.queries.ts'
import type { UnmatchedPayment } from '#backend/readmodels/overview/unmatched-payments.queries.ts'

type Of<T> = z.ZodType<T>

const id = z.int().positive()
const moment = z.iso.datetime()
const count = z.int()

export const sales = z.object({
  days: z.array(
    z.object({
      day: z.iso.date(),
      placed: count,
      paid: count,
      units: count,
      income: z.number(),
      refunded: z.number(),
    }),
  ),
  states: z.array(z.object({ state: z.enum(orderStates), count })),
  expiring: z.object({ count, orders: z.array(z.object({ id, holdUntil: moment })) }),
  paymentsAside: z.array(z.object({ paymentId: z.string(), orderId: id.nullable(), at: moment })),
  unmatched: count,
  refundTrouble: z.object({ count, orders: z.array(id) }),
  withdrawals: count,
}) satisfies Of<SalesOverview>

export const asidePayment = z.object({
  paymentId: z.string(),
  at: moment,
  state: z.enum(['open', 'accepted', 'refunding', 'refunded', 'dismissed']),
  differences: z.array(z.object({ field: z.string(), expected: z.string(), found: z.string() })),
}) satisfies Of<AsidePayment>

const unmatchedPayment = z.object({
  paymentId: z.string(),
  at: moment,
  amount: z.number(),
  currency: z.string(),
  reference: z.string().describe('What it names, empty if that may be of a person'),
  state: z.enum(['open', 'refunding', 'unanswered', 'refused', 'refunded', 'dismissed']),
}) satisfies Of<UnmatchedPayment>
export const unmatchedPayments = z.object({ payments: z.array(unmatchedPayment) })

const figure = z.object({ id, name: z.string(), units: count, stock: count })

export const products = z.object({
  bestSellers: z.array(figure),
  soldOut: z.array(figure),
  reorder: z.array(figure.extend({ daysLeft: count })),
}) satisfies Of<ProductsOverview>

export const reviews = z.object({
  written: count,
  newest: z.array(
    z.object({
      productId: id,
      product: z.string(),
      userId: id,
      author: z.string().nullable(),
      score: count,
      text: z.string(),
      at: moment,
    }),
  ),
}) satisfies Of<ReviewsOverview>

export const accounts = z.object({ bans: count, since: z.iso.date() }) satisfies Of<AccountsOverview>
