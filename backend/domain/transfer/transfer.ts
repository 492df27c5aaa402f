import { type SettingsCommand, settingsOf } from '#backend/domain/settings.ts'
import type { TransferEvent } from './transfer.events.ts'
import { noTransfer, type TransferSettings } from './transfer.limits.ts'

export type TransferCommand = SettingsCommand<'ChangeTransferSettings', TransferSettings>

export const transfer = settingsOf<TransferEvent, 'ChangeTransferSettings', 'transfer'>({
  category: 'transfer',
  event: 'TransferSettingsChanged',
  first: noTransfer,
  refusal: 'settings_changed',
})
