// Projects the shipping prices: one row, after an admin's first change.

import { deliveryEvents } from '#backend/domain/delivery/delivery.events.ts'
import { type DeliveryRange, deliveryId } from '#backend/domain/delivery/delivery.limits.ts'
import { bigint, int, jsonb, nullable } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

export const deliveryProjection = defineProjection(deliveryEvents, {
  name: 'delivery',
  version: 1,
  primaryKey: ['id'],
  columns: { id: int(), revision: int(), ranges: jsonb<DeliveryRange[]>(), free_from_cents: nullable(bigint()) },
  streams: () => [`delivery-${deliveryId}`],
  keys: () => [{ id: deliveryId }],
  evolve: (_, { data: { revision, ranges, freeFromCents } }) => ({
    id: deliveryId,
    revision,
    ranges,
    free_from_cents: freeFromCents,
  }),
})
