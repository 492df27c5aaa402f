import { type DeliveryCommand, delivery } from '#backend/domain/delivery/delivery.ts'
import { type PriceSettingsCommand, priceSettings } from '#backend/domain/price-settings/price-settings.ts'
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import { type TransferCommand, transfer } from '#backend/domain/transfer/transfer.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/** Replaces the revision as seen. Throws Rejection settings_changed or delivery_changed if it has changed. */
export function changeSettings(
  store: ShopStore,
  context: ShopContext,
  command: PriceSettingsCommand | TransferCommand | DeliveryCommand,
): Promise<Handled<unknown>> {
  switch (command.type) {
    case 'ChangePriceSettings':
      return handleCommand(store, context, priceSettings, settingsId, command)
    case 'ChangeTransferSettings':
      return handleCommand(store, context, transfer, settingsId, command)
    default:
      return handleCommand(store, context, delivery, settingsId, command)
  }
}
