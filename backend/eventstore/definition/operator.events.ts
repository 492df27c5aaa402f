// Operators' acts on projections: the only events that the store itself defines, and storage formats, too.
import { z } from 'zod'
import { defineEvents, type EventOf } from './event-definition.ts'

export const operatorEvents = defineEvents({
  /** The projection leaves this event out for the row `key`, now and in every rebuild. */
  DeadLetterSkipped: z.object({ projection: z.string(), key: z.string(), position: z.int(), reason: z.string() }),
  DeadLettersRetried: z.object({ projection: z.string(), keys: z.array(z.string()) }),
})
export type OperatorEvent = EventOf<typeof operatorEvents>
