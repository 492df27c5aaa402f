import { settingsOf } from '#backend/domain/settings.ts'
import type { TransferEvent } from './transfer.events.ts'
import { noTransfer } from './transfer.limits.ts'

export const transfer = settingsOf<TransferEvent, 'ChangeTransferSettings', 'transfer'>({
  category: 'transfer',
  first: noTransfer,
  events: { ChangeTransferSettings: 'TransferSettingsChanged' },
})
