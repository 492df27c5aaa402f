// Facts about looking into the log as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

export const auditEvents = {
  /** An auditor was shown personal fields of the event at `position`, which are covered otherwise; they are of the person userId. */
  PersonalDataUncovered: defineEvent(
    'PersonalDataUncovered',
    z.object({ userId: z.int(), position: z.int(), fields: z.array(z.string()) }),
  ),
  /** The account userId took a list of the panel as a file, with these personal fields of everybody whom the filter lets through. */
  PersonalDataExported: defineEvent(
    'PersonalDataExported',
    z.object({
      userId: z.int(),
      list: z.enum(['orders', 'users']),
      fields: z.array(z.string()),
      state: z.string().nullable(),
      isSearched: z.boolean(),
    }),
  ),
}
export type AuditEvent = EventOf<typeof auditEvents>
