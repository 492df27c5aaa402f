import { priceSettingsEvents } from '#backend/domain/price-settings/price-settings.events.ts'
import type { PriceSettings } from '#backend/domain/price-settings/price-settings.limits.ts'
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import { int, jsonb } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

export const priceSettingsProjection = defineProjection(priceSettingsEvents, {
  name: 'price_settings',
  version: 1,
  primaryKey: ['id'],
  columns: { id: int(), revision: int(), settings: jsonb<PriceSettings>() },
  streams: () => [`pricing-${settingsId}`],
  keys: () => [{ id: settingsId }],
  evolve: (_, { data: { revision, ...settings } }) => ({ id: settingsId, revision, settings }),
})
