// What operators did to the projections, as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/domain/event.ts'

export const operationEvents = {
  /** The projection leaves this event out for the row `key`, now and in every rebuild. */
  DeadLetterSkipped: defineEvent(
    'DeadLetterSkipped',
    z.object({ projection: z.string(), key: z.string(), position: z.int(), reason: z.string() }),
  ),
  /** Parked rows were folded again from the log. */
  DeadLettersRetried: defineEvent(
    'DeadLettersRetried',
    z.object({ projection: z.string(), keys: z.array(z.string()) }),
  ),
}
export type OperationEvent = EventOf<typeof operationEvents>
