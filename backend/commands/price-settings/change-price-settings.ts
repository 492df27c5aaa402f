import { type PriceSettings, priceSettingsId } from '#backend/domain/price-settings/price-settings.limits.ts'
import { type PriceSettingsState, priceSettings } from '#backend/domain/price-settings/price-settings.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/** Replaces the revision as seen. Throws Rejection settings_changed if it has changed. */
export function changePriceSettings(
  store: ShopStore,
  context: ShopContext,
  change: { settings: PriceSettings; seen: number },
): Promise<Handled<PriceSettingsState>> {
  return handleCommand(store, context, priceSettings, priceSettingsId, { type: 'ChangePriceSettings', ...change })
}
