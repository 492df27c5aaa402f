import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

export const auditEvents = defineEvents({
  PersonalDataRevealed: z.object({ userId: z.int(), position: z.int(), fields: z.array(z.string()) }),
  PersonalDataExported: z.object({
    userId: z.int(),
    list: z.enum(['orders', 'users']),
    fields: z.array(z.string()),
    state: z.string().nullable(),
    isSearched: z.boolean(),
  }),
})
export type AuditEvent = EventOf<typeof auditEvents>
