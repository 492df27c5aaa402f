// What admins do to the machinery, as stored: asked for, and how it ended. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'
import { acts, outcomes } from './operation.limits.ts'

export const operationEvents = {
  /**
   * target: a projection, a reactor, or all; of a failed job its queue. key and position: of the row or stream that stands still at an event; key: of a
   * failed job its id.
   */
  OperationRequested: defineEvent(
    'OperationRequested',
    z.object({
      operationId: z.string(),
      act: z.enum(acts),
      target: z.string(),
      key: z.string().nullable(),
      position: z.int().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** detail: one sentence. differs: it was looked, and something is not as the log says. */
  OperationEnded: defineEvent(
    'OperationEnded',
    z.object({ operationId: z.string(), outcome: z.enum(outcomes), detail: z.string() }),
  ),
}
export type OperationEvent = EventOf<typeof operationEvents>
