// Projects the settings of paying by transfer: one row, after an admin's first change.
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import { transferEvents } from '#backend/domain/transfer/transfer.events.ts'
import type { TransferSettings } from '#backend/domain/transfer/transfer.limits.ts'
import { int, jsonb } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

export const transferProjection = defineProjection(transferEvents, {
  name: 'transfer',
  version: 1,
  primaryKey: ['id'],
  columns: { id: int(), revision: int(), settings: jsonb<TransferSettings>() },
  streams: () => [`transfer-${settingsId}`],
  keys: () => [{ id: settingsId }],
  evolve: (_, { data: { revision, ...settings } }) => ({ id: settingsId, revision, settings }),
})
