// Projects units sold per product and day in the shop's time zone; returns count on their own day.
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import { bigint, int, text } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'
import { shopDay } from './shop-day.ts'

const { StockConsumed, StockReturned } = stockEvents

export const productSalesProjection = defineProjection(
  { StockConsumed, StockReturned },
  {
    name: 'product_sales',
    version: 1,
    primaryKey: ['day', 'product_id'],
    columns: { day: text(), product_id: bigint(), units: int() },
    streams: 'any',
    keys: (event) => [{ day: shopDay(event.at), product_id: event.data.productId }],
    evolve(row, event, key) {
      const { quantity } = event.data
      const units = (row?.units ?? 0) + (event.type === 'StockConsumed' ? quantity : -quantity)
      return units === 0 ? null : { ...key, units }
    },
  },
)
