// Projects the settings of the shop: one row each after an admin's first change, of schemas one for each category.
import { deliveryEvents } from '#backend/domain/delivery/delivery.events.ts'
import type { DeliveryPrices } from '#backend/domain/delivery/delivery.limits.ts'
import { priceSettingsEvents } from '#backend/domain/price-settings/price-settings.events.ts'
import type { PriceSettings } from '#backend/domain/price-settings/price-settings.limits.ts'
import type { CategorySchema } from '#backend/domain/product/schema/schema.contract.ts'
import { schemaEvents } from '#backend/domain/product/schema/schema.events.ts'
import { sellerEvents } from '#backend/domain/seller/seller.events.ts'
import type { Seller } from '#backend/domain/seller/seller.limits.ts'
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import { synonymsEvents } from '#backend/domain/synonyms/synonyms.events.ts'
import { transferEvents } from '#backend/domain/transfer/transfer.events.ts'
import type { TransferSettings } from '#backend/domain/transfer/transfer.limits.ts'
import { int, jsonb, text } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

const oneRow = { version: 1, primaryKey: ['id'], keys: () => [{ id: settingsId }] } as const

export const deliveryProjection = defineProjection(deliveryEvents, {
  ...oneRow,
  name: 'delivery',
  columns: { id: int(), revision: int(), settings: jsonb<DeliveryPrices>() },
  streams: () => [`delivery-${settingsId}`],
  evolve: (_, { data: { revision, ...settings } }) => ({ id: settingsId, revision, settings }),
})

export const priceSettingsProjection = defineProjection(priceSettingsEvents, {
  ...oneRow,
  name: 'price_settings',
  columns: { id: int(), revision: int(), settings: jsonb<PriceSettings>() },
  streams: () => [`pricing-${settingsId}`],
  evolve: (_, { data: { revision, ...settings } }) => ({ id: settingsId, revision, settings }),
})

export const transferProjection = defineProjection(transferEvents, {
  ...oneRow,
  name: 'transfer',
  columns: { id: int(), revision: int(), settings: jsonb<TransferSettings>() },
  streams: () => [`transfer-${settingsId}`],
  evolve: (_, { data: { revision, ...settings } }) => ({ id: settingsId, revision, settings }),
})

export const synonymsProjection = defineProjection(synonymsEvents, {
  ...oneRow,
  name: 'synonyms',
  columns: { id: int(), lines: jsonb<string[]>() },
  streams: () => [`synonyms-${settingsId}`],
  evolve: (_, event) => ({ id: settingsId, lines: event.data.lines }),
})

/** The key of the present seller, also for orders placed before the first change. */
export const presentSeller = 0

/** A row for each revision, since orders name theirs, and one for the present. */
export const sellerProjection = defineProjection(sellerEvents, {
  name: 'seller',
  version: 1,
  primaryKey: ['id'],
  columns: { id: int(), revision: int(), seller: jsonb<Seller>() },
  streams: () => [`seller-${settingsId}`],
  keys: ({ data: { revision } }) => [{ id: presentSeller }, { id: revision }],
  evolve: (_, { data: { revision, ...seller } }, { id }) => ({ id, revision, seller }),
})

export const schemasProjection = defineProjection(schemaEvents, {
  name: 'schemas',
  version: 1,
  primaryKey: ['category'],
  columns: { category: text(), revision: int(), attributes: jsonb<CategorySchema['attributes']>() },
  streams: ({ category }) => [`schema-${category}`],
  keys: ({ data: { category } }) => [{ category }],
  evolve: (_, { data }) => data,
})
