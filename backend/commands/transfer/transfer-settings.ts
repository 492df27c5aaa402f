import { type TransferSettings, transferId } from '#backend/domain/transfer/transfer.limits.ts'
import { type TransferState, transfer } from '#backend/domain/transfer/transfer.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/** Replaces the revision as seen. Throws Rejection settings_changed if it has changed. */
export function changeTransferSettings(
  store: ShopStore,
  context: ShopContext,
  change: TransferSettings & { seen: number },
): Promise<Handled<TransferState>> {
  return handleCommand(store, context, transfer, transferId, { type: 'ChangeTransferSettings', ...change })
}
