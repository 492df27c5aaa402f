import { test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import type { PriceSettingsEvent } from './price-settings.events.ts'
import { firstPriceSettings } from './price-settings.limits.ts'
import { priceSettings } from './price-settings.ts'

const quiet = { ...firstPriceSettings, announcesReductions: false }
const changed: PriceSettingsEvent = { type: 'PriceSettingsChanged', data: { ...quiet, revision: 1 } }

test('settings are changed whole, once, and by whoever saw the present ones', () => {
  given(priceSettings).when({ type: 'ChangePriceSettings', seen: 0, settings: quiet }).then(changed)
  given(priceSettings).when({ type: 'ChangePriceSettings', seen: 0, settings: firstPriceSettings }).nothing()
  given(priceSettings, changed).when({ type: 'ChangePriceSettings', seen: 0, settings: quiet }).nothing()
  given(priceSettings, changed)
    .when({ type: 'ChangePriceSettings', seen: 0, settings: firstPriceSettings })
    .rejects('settings_changed')
  given(priceSettings, changed)
    .when({ type: 'ChangePriceSettings', seen: 1, settings: firstPriceSettings })
    .then({ type: 'PriceSettingsChanged', data: { ...firstPriceSettings, revision: 2 } })
})
