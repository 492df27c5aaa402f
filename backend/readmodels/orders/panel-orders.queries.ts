// Lists orders for the panel with filters, order, pages and buyers' names.
import type { SelectQueryBuilder } from 'kysely'
import { toDecimal } from '#backend/domain/money.ts'
import type { PanelOrder } from '#backend/domain/order/order.contract.ts'
import type { OrderStatus } from '#backend/domain/order/order.limits.ts'
import { type PanelSort, type PanelState, readSort } from '#backend/domain/panel-lists.limits.ts'
import { momentsOf } from '#backend/domain/time-zone.limits.ts'
import type { Database, ReadRow, ReadSchema } from '#backend/readmodels/database.ts'
import { type PageAsked, type PanelPage, panelPage } from '#backend/readmodels/panel-page.ts'
import { selectUsersFound } from '#backend/readmodels/users/users.queries.ts'

const sortColumns = { id: 'order_id', placedAt: 'placed_at', total: 'total_cents' } as const

/**
 * `q` is an order number, or part of the buyer's name or e-mail; `from` and `to` are days in the shop's time zone,
 * inclusive.
 */
export type OrderChoice = {
  q?: string | undefined
  state?: PanelState<'orders'> | undefined
  from?: string | undefined
  to?: string | undefined
}
export type PanelOrdersAsked = OrderChoice & PageAsked & { sort?: PanelSort<'orders'> | undefined }

export async function findPanelOrders(
  db: Database,
  { page, size, sort = '-id', ...choice }: PanelOrdersAsked,
): Promise<PanelPage<PanelOrder>> {
  const { field, direction } = readSort<'orders'>(sort)
  const order = <Row>(orders: SelectQueryBuilder<ReadSchema, 'rm.orders', Row>) => {
    const sorted = orders.orderBy(sortColumns[field], direction)
    return field === 'id' ? sorted : sorted.orderBy('order_id', direction)
  }
  const rows = withBuyer(db.selectFrom('rm.orders'))
  const listed = { of: 'orders' as const, chosen: chosenOrders(db, choice), order, key: 'order_id', rows }
  const { items, ...rest } = await panelPage(listed, { page, size })
  return { items: items.map(toPanelOrder), ...rest }
}

/** The next orders, newest first. `before` is the last id; undefined starts at the newest. */
export async function listPanelOrdersBefore(
  db: Database,
  choice: OrderChoice,
  before: number | undefined,
  most: number,
): Promise<PanelOrder[]> {
  const chosen = chosenOrders(db, choice).$if(before !== undefined, (query) =>
    query.where('order_id', '<', before ?? 0),
  )
  return (await withBuyer(chosen).orderBy('order_id', 'desc').limit(most).execute()).map(toPanelOrder)
}

type Orders = SelectQueryBuilder<ReadSchema, 'rm.orders', object>

const orderNumber = /^(?:orden\s*)?(?:n[º°]?|#)?\s*(\d{1,15})$/i

function chosenOrders(db: Database, { q, state, from, to }: OrderChoice): Orders {
  const { since, until } = momentsOf({ from, to })
  const number = orderNumber.exec(q ?? '')?.[1]
  return db
    .selectFrom('rm.orders')
    .$if(state === 'withdrawn', (query) => query.where('withdrawal_code', 'is not', null))
    .$if(state !== undefined && state !== 'withdrawn', (query) => query.where('state', '=', state as OrderStatus))
    .$if(number !== undefined, (query) => query.where('order_id', '=', Number(number)))
    .$if(Boolean(q) && number === undefined, (query) => query.where('user_id', 'in', selectUsersFound(db, q ?? '')))
    .$if(since !== undefined, (query) => query.where('placed_at', '>=', since as Date))
    .$if(until !== undefined, (query) => query.where('placed_at', '<', until as Date))
}

function withBuyer(orders: Orders) {
  return orders
    .select(['order_id', 'user_id', 'total_cents', 'state', 'placed_at', 'withdrawal_code', 'shipping'])
    .select(({ selectFrom }) =>
      selectFrom('rm.users').select('name').whereRef('rm.users.user_id', '=', 'rm.orders.user_id').as('buyer'),
    )
}

type OrderRow = Pick<
  ReadRow<'orders'>,
  'order_id' | 'user_id' | 'total_cents' | 'state' | 'placed_at' | 'withdrawal_code' | 'shipping'
>

function toPanelOrder(row: OrderRow & { buyer: string | null }): PanelOrder {
  return {
    id: row.order_id,
    userId: row.user_id,
    buyer: row.buyer,
    isWithdrawn: row.withdrawal_code !== null,
    isPickup: row.shipping === null,
    total: toDecimal(row.total_cents),
    state: row.state,
    placedAt: row.placed_at.toISOString(),
  }
}
