import { settingsOf } from '#backend/domain/settings.ts'
import type { DeliveryEvent } from './delivery.events.ts'
import { noDelivery } from './delivery.limits.ts'

export const delivery = settingsOf<DeliveryEvent, 'ChangeDeliveryPrices', 'delivery'>({
  category: 'delivery',
  first: noDelivery,
  events: { ChangeDeliveryPrices: 'DeliveryPricesChanged' },
})
