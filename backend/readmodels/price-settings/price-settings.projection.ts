import { priceSettingsEvents } from '#backend/domain/price-settings/price-settings.events.ts'
import { type PriceSettings, priceSettingsId } from '#backend/domain/price-settings/price-settings.limits.ts'
import { int, jsonb } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

export const priceSettingsProjection = defineProjection(priceSettingsEvents, {
  name: 'price_settings',
  version: 1,
  primaryKey: ['id'],
  columns: { id: int(), revision: int(), settings: jsonb<PriceSettings>() },
  streams: () => [`pricing-${priceSettingsId}`],
  keys: () => [{ id: priceSettingsId }],
  evolve: (_, { data: { revision, ...settings } }) => ({ id: priceSettingsId, revision, settings }),
})
