import { type SettingsCommand, settingsOf } from '#backend/domain/settings.ts'
import type { DeliveryEvent } from './delivery.events.ts'
import { type DeliveryPrices, noDelivery } from './delivery.limits.ts'

export type DeliveryCommand = SettingsCommand<'ChangeDeliveryPrices', DeliveryPrices>

export const delivery = settingsOf<DeliveryEvent, 'ChangeDeliveryPrices', 'delivery'>({
  category: 'delivery',
  event: 'DeliveryPricesChanged',
  first: noDelivery,
  refusal: 'delivery_changed',
})
