// Projects the shipping prices: one row, after an admin's first change.

import { deliveryEvents } from '#backend/domain/delivery/delivery.events.ts'
import type { DeliveryPrices } from '#backend/domain/delivery/delivery.limits.ts'
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import { int, jsonb } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

export const deliveryProjection = defineProjection(deliveryEvents, {
  name: 'delivery',
  version: 1,
  primaryKey: ['id'],
  columns: { id: int(), revision: int(), settings: jsonb<DeliveryPrices>() },
  streams: () => [`delivery-${settingsId}`],
  keys: () => [{ id: settingsId }],
  evolve: (_, { data: { revision, ...settings } }) => ({ id: settingsId, revision, settings }),
})
