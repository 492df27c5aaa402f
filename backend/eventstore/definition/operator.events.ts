// What operators did to the projections, as stored: the only events that the store itself knows. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from './event-definition.ts'

export const operatorEvents = {
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
export type OperatorEvent = EventOf<typeof operatorEvents>
