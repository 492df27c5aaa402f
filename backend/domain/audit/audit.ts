// Disclosures of personal data, one stream per viewing person, separate from the account.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'
import type { AuditEvent } from './audit.events.ts'

type AuditState = { revealed: number }
type Exported = DataOf<AuditEvent, 'PersonalDataExported'>
export type AuditCommand =
  | { type: 'RevealPersonalData'; userId: number; position: number; fields: readonly string[] }
  | ({ type: 'ExportPersonalData' } & Exported)

export const audit: Decider<AuditState, AuditCommand, AuditEvent, 'audit'> = {
  category: 'audit',
  initial: { revealed: 0 },
  evolve: ({ revealed }) => ({ revealed: revealed + 1 }),
  decide(_, command) {
    if (command.type === 'ExportPersonalData') {
      const { type: __, ...data } = command
      return [{ type: 'PersonalDataExported', data }]
    }
    const { userId, position, fields } = command
    return [{ type: 'PersonalDataRevealed', data: { userId, position, fields: [...fields] } }]
  },
}
