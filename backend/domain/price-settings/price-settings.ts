import { settingsOf } from '#backend/domain/settings.ts'
import type { PriceSettingsEvent } from './price-settings.events.ts'
import { firstPriceSettings } from './price-settings.limits.ts'

export const priceSettings = settingsOf<PriceSettingsEvent, 'ChangePriceSettings', 'pricing'>({
  category: 'pricing',
  first: firstPriceSettings,
  events: { ChangePriceSettings: 'PriceSettingsChanged' },
})
