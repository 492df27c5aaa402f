// Projects daily counts, one row per day in the shop's time zone, so that no page adds up orders.
import { orderEvents } from '#backend/domain/order/order.events.ts'
import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { reviewEvents } from '#backend/domain/review/review.events.ts'
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import { userEvents } from '#backend/domain/user/user.events.ts'
import { bigint, int, type RowOf, text } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'
import { shopDay } from './shop-day.ts'

const { OrderPlaced } = orderEvents
const { PaymentApproved, SetAsidePaymentAccepted } = paymentEvents
const { RefundFound, PaymentRefunded } = paymentEvents
const { StockConsumed } = stockEvents
const { ReviewPosted } = reviewEvents
const { UserBanned } = userEvents

const columns = {
  day: text(),
  placed: int(), // orders
  paid: int(), // orders
  paid_cents: bigint(),
  /** Includes refunds of duplicate and late payments, which never counted as paid. */
  refunded_cents: bigint(),
  units: int(), // sold
  reviews: int(),
  bans: int(),
}
type Row = RowOf<typeof columns>
const quiet = { placed: 0, paid: 0, paid_cents: 0, refunded_cents: 0, units: 0, reviews: 0, bans: 0 }

export const dailyFiguresProjection = defineProjection(
  {
    OrderPlaced,
    PaymentApproved,
    SetAsidePaymentAccepted,
    RefundFound,
    PaymentRefunded,
    StockConsumed,
    ReviewPosted,
    UserBanned,
  },
  {
    name: 'daily_figures',
    version: 3,
    primaryKey: ['day'],
    columns,
    streams: 'any',
    // Money of no order was never counted as paid.
    keys: ({ data, at }) => ('orderId' in data && data.orderId === null ? [] : [{ day: shopDay(at) }]),
    evolve(known, event, { day }) {
      const row: Row = known ?? { day, ...quiet }
      switch (event.type) {
        case 'OrderPlaced':
          return { ...row, placed: row.placed + 1 }
        case 'PaymentApproved':
        case 'SetAsidePaymentAccepted':
          return { ...row, paid: row.paid + 1, paid_cents: row.paid_cents + event.data.amountCents }
        case 'RefundFound':
        case 'PaymentRefunded':
          return { ...row, refunded_cents: row.refunded_cents + event.data.amountCents }
        case 'StockConsumed':
          return { ...row, units: row.units + event.data.quantity }
        case 'ReviewPosted':
          return { ...row, reviews: row.reviews + 1 }
        case 'UserBanned':
          return { ...row, bans: row.bans + 1 }
        default:
          return event satisfies never
      }
    },
  },
)
