import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'
import { acts, outcomes } from './operation.limits.ts'

export const operationEvents = defineEvents({
  OperationRequested: z.object({
    operationId: z.string(),
    act: z.enum(acts),
    target: z.string(),
    key: z.string().nullable(),
    position: z.int().nullable(),
    reason: z.string().nullable(),
  }),
  /** `detail`: one sentence. differs: the comparison found differences to the log. */
  OperationEnded: z.object({ operationId: z.string(), outcome: z.enum(outcomes), detail: z.string() }),
})
export type OperationEvent = EventOf<typeof operationEvents>
