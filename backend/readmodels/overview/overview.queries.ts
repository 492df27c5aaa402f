// Reads the parts of the panel's first page, one function per permission. Money is in units of currency.
import { type SelectQueryBuilder, sql } from 'kysely'
import { toDecimal } from '#backend/domain/money.ts'
import { fulfilmentStates, type OrderStatus, paidStates } from '#backend/domain/order/order.limits.ts'
import type {
  AccountsOverview,
  ProductFigure,
  ProductsOverview,
  ReviewsOverview,
  SalesDay,
  SalesOverview,
} from '#backend/domain/overview/overview.contract.ts'
import type { Database, ReadSchema } from '#backend/readmodels/database.ts'
import { countOf, listPart } from '#backend/readmodels/list-part.ts'
import { countUnmatched, listOpenAside } from './payments-aside.queries.ts'
import { lastDays } from './shop-day.ts'

const [shownDays, salesDays, weekDays] = [60, 30, 7]
const soonMs = 10 * 60_000
const dayMs = 86_400_000
const openStates: readonly OrderStatus[] = ['placed', ...fulfilmentStates]
type SomeOrders = SalesOverview['refundTrouble']
const [mostSellers, mostReorders, mostShown] = [8, 8, 5]
const coverDays = 14

export async function findSalesOverview(db: Database, now: Date): Promise<SalesOverview> {
  const [days, states, expiring, paymentsAside, unmatched, refundTrouble, receipts, toTransfer, withdrawals] =
    await Promise.all([
      findDays(db, now),
      countStates(db, now),
      findExpiring(db, now),
      listOpenAside(db),
      countUnmatched(db),
      findWaitingRefunds(db, 'is'),
      findReceipts(db, now),
      findWaitingRefunds(db, 'is not'),
      countWithdrawals(db),
    ])
  return { days, states, expiring, paymentsAside, unmatched, refundTrouble, receipts, toTransfer, withdrawals }
}

async function findDays(db: Database, now: Date): Promise<SalesDay[]> {
  const days = lastDays(now, shownDays)
  const rows = await db
    .selectFrom('rm.daily_figures')
    .selectAll()
    .where('day', '>=', days[0] ?? '')
    .execute()
  const known = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => {
    const { placed = 0, paid = 0, units = 0, paid_cents = 0, refunded_cents = 0 } = known.get(day) ?? {}
    return { day, placed, paid, units, income: toDecimal(paid_cents), refunded: toDecimal(refunded_cents) }
  })
}

/** Leaves out old closed orders, whose number grows for ever. */
async function countStates(db: Database, now: Date): Promise<SalesOverview['states']> {
  const counted = (orders: SelectQueryBuilder<ReadSchema, 'rm.orders', object>) =>
    orders
      .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute()
  const ended = db.selectFrom('rm.orders').where('placed_at', '>=', new Date(now.getTime() - salesDays * dayMs))
  const [open, closed] = await Promise.all([
    counted(db.selectFrom('rm.orders').where('state', 'in', openStates)),
    counted(ended.where('state', 'not in', openStates)),
  ])
  return [...open, ...closed]
}

async function findExpiring(db: Database, now: Date): Promise<SalesOverview['expiring']> {
  const soon = db
    .selectFrom('rm.orders')
    .where('state', '=', 'placed')
    .where('hold_until', '<=', new Date(now.getTime() + soonMs))
  const first = soon.select(['order_id', 'hold_until']).orderBy('hold_until').orderBy('order_id')
  const { rows, total: count } = await listPart(first, 1, mostShown)
  return { count, orders: rows.map((row) => ({ id: row.order_id, holdUntil: row.hold_until.toISOString() })) }
}

/** `transfer`: of orders in the wallet, or by bank transfer. */
function findWaitingRefunds(db: Database, transfer: 'is' | 'is not'): Promise<SomeOrders> {
  const waiting = db.selectFrom('rm.orders').select('order_id').where('refund_waits', '=', true)
  return firstOf(waiting.where('transfer', transfer, null).orderBy('order_id'))
}

/** Leaves out old ones, whose money never came, and orders of which a movement was set aside: somebody looked. */
function findReceipts(db: Database, now: Date): Promise<SomeOrders> {
  const waiting = db
    .selectFrom('rm.orders')
    .select('order_id')
    .where(sql<boolean>`receipts <> '[]'`)
    .where('state', 'in', ['placed', 'expired', 'cancelled'])
    .where('updated_at', '>=', new Date(now.getTime() - weekDays * dayMs))
    .where(({ not, exists, selectFrom }) => {
      const aside = selectFrom('rm.payments_aside').whereRef('rm.payments_aside.order_id', '=', 'rm.orders.order_id')
      // Staff look again at the next receipt of an open order after a decision.
      return not(
        exists(
          aside.where(({ or, eb }) =>
            or([eb('rm.payments_aside.state', '=', 'open'), eb('rm.orders.state', '<>', 'placed')]),
          ),
        ),
      )
    })
  return firstOf(waiting.orderBy('updated_at').orderBy('order_id'))
}

async function firstOf(orders: SelectQueryBuilder<ReadSchema, 'rm.orders', { order_id: number }>): Promise<SomeOrders> {
  const { rows, total: count } = await listPart(orders, 1, mostShown)
  return { count, orders: rows.map((row) => row.order_id) }
}

function countWithdrawals(db: Database): Promise<number> {
  const withdrawn = db.selectFrom('rm.orders').where('withdrawal_code', 'is not', null)
  return countOf(withdrawn.where('state', 'in', paidStates))
}

export async function findProductsOverview(db: Database, now: Date): Promise<ProductsOverview> {
  const since = lastDays(now, salesDays)[0] ?? ''
  const sold = db
    .selectFrom('rm.product_sales')
    .select(['product_id', ({ fn }) => fn.sum<number>('units').as('units')])
    .where('day', '>=', since)
    .groupBy('product_id')
    .having(({ fn }) => fn.sum('units'), '>', 0)
  const rows = await db
    .selectFrom(sold.as('sold'))
    .innerJoin('rm.catalogue', 'rm.catalogue.product_id', 'sold.product_id')
    .select(['sold.product_id as id', 'name', 'is_active', 'units'])
    .select(sql<number>`on_hand - reserved`.as('stock'))
    .orderBy('sold.units', 'desc')
    .orderBy('sold.product_id')
    .execute()
  const figures = rows.map(({ is_active: isActive, ...figure }) => ({ isActive, figure }))
  const onSale = figures.flatMap(({ isActive, figure }) => (isActive ? [figure] : []))
  const daysLeft = ({ stock, units }: ProductFigure) => Math.floor((stock * salesDays) / units)
  return {
    bestSellers: figures.slice(0, mostSellers).map(({ figure }) => figure),
    soldOut: onSale.filter(({ stock }) => stock <= 0).slice(0, mostShown),
    reorder: onSale
      .filter((figure) => figure.stock > 0 && daysLeft(figure) < coverDays)
      .map((figure) => ({ ...figure, daysLeft: daysLeft(figure) }))
      .sort((a, b) => a.daysLeft - b.daysLeft || b.units - a.units)
      .slice(0, mostReorders),
  }
}

export async function findReviewsOverview(db: Database, now: Date): Promise<ReviewsOverview> {
  const [written, rows] = await Promise.all([
    sumOfWeek(db, now, 'reviews'),
    db
      .selectFrom('rm.reviews')
      .innerJoin('rm.catalogue', 'rm.catalogue.product_id', 'rm.reviews.product_id')
      .leftJoin('rm.users', 'rm.users.user_id', 'rm.reviews.user_id')
      .select([
        'rm.reviews.product_id',
        'rm.catalogue.name as product',
        'rm.reviews.user_id',
        'rm.users.name as author',
      ])
      .select(['score', 'text', 'at'])
      .orderBy('at', 'desc')
      .orderBy('rm.reviews.product_id')
      .limit(mostShown)
      .execute(),
  ])
  const newest = rows.map(({ product_id, user_id, at, ...row }) => {
    return { ...row, productId: product_id, userId: user_id, at: at.toISOString() }
  })
  return { written, newest }
}

export async function findAccountsOverview(db: Database, now: Date): Promise<AccountsOverview> {
  return { bans: await sumOfWeek(db, now, 'bans'), since: lastDays(now, weekDays)[0] ?? '' }
}

async function sumOfWeek(db: Database, now: Date, column: 'reviews' | 'bans'): Promise<number> {
  const { sum } = await db
    .selectFrom('rm.daily_figures')
    .where('day', '>=', lastDays(now, weekDays)[0] ?? '')
    .select(({ fn }) => fn.sum<number | null>(column).as('sum'))
    .executeTakeFirstOrThrow()
  return sum ?? 0
}
