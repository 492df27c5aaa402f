import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

export const movementEvents = defineEvents({
  /**
   * Staff saw this on the bank's statement: `in` from a buyer, `out` to one. Its number names the stream, so that each
   * counts once; once more if they had mistyped it.
   */
  MovementEntered: z.object({
    number: z.string(),
    orderId: z.int(),
    direction: z.enum(['in', 'out']),
    /** As 2026-11-21. */
    date: z.string(),
    amountCents: z.int().positive(),
    currency: z.string(),
  }),
})
export type MovementEvent = EventOf<typeof movementEvents>
