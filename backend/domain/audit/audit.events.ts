// Facts about looking into the log as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

export const auditEvents = {
  /** An auditor was shown personal fields of the event at `position`, which are covered otherwise; they are of the person userId. */
  PersonalDataUncovered: defineEvent(
    'PersonalDataUncovered',
    z.object({ userId: z.int(), position: z.int(), fields: z.array(z.string()) }),
  ),
}
export type AuditEvent = EventOf<typeof auditEvents>
