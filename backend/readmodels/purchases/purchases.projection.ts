import { orderEvents } from '#backend/domain/order/order.events.ts'
import { bigint, int } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

const { OrderPaid, OrderRefunded } = orderEvents

export const purchasesProjection = defineProjection(
  { OrderPaid, OrderRefunded },
  {
    name: 'purchases',
    version: 1,
    primaryKey: ['user_id', 'product_id'],
    columns: { user_id: bigint(), product_id: bigint(), orders: int() },
    streams: 'any',
    keys: (event) => {
      if (event.type === 'OrderRefunded' && !event.data.wasPaid) return []
      return event.data.productIds.map((productId) => ({ user_id: event.data.userId, product_id: productId }))
    },
    evolve(row, event, key) {
      const orders = (row?.orders ?? 0) + (event.type === 'OrderPaid' ? 1 : -1)
      return orders <= 0 ? null : { ...key, orders }
    },
  },
)
