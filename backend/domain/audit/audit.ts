// What auditors were shown of a person, a stream for each person. It is apart from the account, which it changes nothing of.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { AuditEvent } from './audit.events.ts'

type AuditState = { uncovered: number }
export type AuditCommand = { type: 'UncoverPersonalData'; userId: number; position: number; fields: readonly string[] }

export const audit: Decider<AuditState, AuditCommand, AuditEvent, 'audit'> = {
  category: 'audit',
  initial: { uncovered: 0 },
  evolve: ({ uncovered }) => ({ uncovered: uncovered + 1 }),
  decide: (_, { userId, position, fields }) => [
    { type: 'PersonalDataUncovered', data: { userId, position, fields: [...fields] } },
  ],
}
