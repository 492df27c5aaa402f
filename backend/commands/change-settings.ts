import { delivery } from '#backend/domain/delivery/delivery.ts'
import { priceSettings } from '#backend/domain/price-settings/price-settings.ts'
import { seller } from '#backend/domain/seller/seller.ts'
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import { transfer } from '#backend/domain/transfer/transfer.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

const settings = {
  ChangePriceSettings: priceSettings,
  ChangeTransferSettings: transfer,
  ChangeDeliveryPrices: delivery,
  ChangeSeller: seller,
}
type Settings = typeof settings
type Change = { [Name in keyof Settings]: Parameters<Settings[Name]['decide']>[1] & { type: Name } }[keyof Settings]

/** Replaces the revision as seen. Throws Rejection settings_changed if it has changed. */
export function changeSettings(store: ShopStore, context: ShopContext, change: Change): Promise<Handled<unknown>> {
  return handleCommand(store, context, settings[change.type] as typeof seller, settingsId, change as never)
}
