import { type SettingsCommand, settingsOf } from '#backend/domain/settings.ts'
import type { PriceSettingsEvent } from './price-settings.events.ts'
import { firstPriceSettings, type PriceSettings } from './price-settings.limits.ts'

export type PriceSettingsCommand = SettingsCommand<'ChangePriceSettings', PriceSettings>

export const priceSettings = settingsOf<PriceSettingsEvent, 'ChangePriceSettings', 'pricing'>({
  category: 'pricing',
  event: 'PriceSettingsChanged',
  first: firstPriceSettings,
  refusal: 'settings_changed',
})
