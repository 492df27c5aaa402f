import { toDecimal } from '#backend/domain/money.ts'
import type { PanelOrder } from '#backend/domain/order/order.contract.ts'
import type { OrderStatus } from '#backend/domain/order/order.limits.ts'
import { momentsOf } from '#backend/domain/time-zone.limits.ts'
import type { PanelState } from '#backend/domain/views/panel-lists.limits.ts'
import type { Database, ReadRow } from '#backend/readmodels/database.ts'
import { panelList } from '#backend/readmodels/panel-list.ts'
import { selectUsersFound } from '#backend/readmodels/users/users.queries.ts'

/** `q`: an order number, or part of the buyer's name or e-mail; `from`, `to`: days in the shop's time zone. */
type OrderChoice = {
  q?: string | undefined
  state?: PanelState<'orders'> | undefined
  from?: string | undefined
  to?: string | undefined
}

export const panelOrders = panelList({
  of: 'orders',
  key: 'order_id',
  orders: { id: 'order_id', placedAt: 'placed_at', total: 'total_cents' },
  chosen: chosenOrders,
  rows: selectWithBuyer,
  toView: toPanelOrder,
})

const orderNumber = /^(?:orden\s*)?(?:n[º°]?|#)?\s*(\d{1,15})$/i

function chosenOrders(db: Database, { q, state, from, to }: OrderChoice) {
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

function selectWithBuyer(db: Database) {
  return db
    .selectFrom('rm.orders')
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
