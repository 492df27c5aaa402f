// The shop's only settings of paying by bank transfer.
import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { TransferEvent } from './transfer.events.ts'
import { noTransfer, type TransferSettings } from './transfer.limits.ts'

export type TransferState = TransferSettings & { revision: number }
export type TransferCommand = { type: 'ChangeTransferSettings'; seen: number } & TransferSettings

export const transfer: Decider<TransferState, TransferCommand, TransferEvent, 'transfer'> = {
  category: 'transfer',
  initial: { ...noTransfer, revision: 0 },
  evolve: (_, { data }) => data,
  /** Ignores identical settings. Throws Rejection settings_changed if the revision differs. */
  decide({ revision, ...present }, { seen, isOn, discountPercent, holdHours, maxOpenOrders }) {
    const wanted = { isOn, discountPercent, holdHours, maxOpenOrders }
    const fields = Object.keys(noTransfer) as (keyof TransferSettings)[]
    if (fields.every((field) => present[field] === wanted[field])) return []
    if (seen !== revision) throw new Rejection('settings_changed')
    return [{ type: 'TransferSettingsChanged', data: { revision: revision + 1, ...wanted } }]
  },
  snapshots: { types: ['TransferSettingsChanged'] },
}
