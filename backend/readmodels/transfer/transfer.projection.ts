// Projects the settings of paying by transfer: one row, after an admin's first change.
import { transferEvents } from '#backend/domain/transfer/transfer.events.ts'
import { transferId } from '#backend/domain/transfer/transfer.limits.ts'
import { boolean, int } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

export const transferProjection = defineProjection(transferEvents, {
  name: 'transfer',
  version: 1,
  primaryKey: ['id'],
  columns: {
    ...{ id: int(), revision: int(), is_on: boolean() },
    ...{ discount_percent: int(), hold_hours: int(), max_open_orders: int() },
  },
  streams: () => [`transfer-${transferId}`],
  keys: () => [{ id: transferId }],
  evolve: (_, { data }) => ({
    ...{ id: transferId, revision: data.revision, is_on: data.isOn },
    ...{ discount_percent: data.discountPercent, hold_hours: data.holdHours, max_open_orders: data.maxOpenOrders },
  }),
})
