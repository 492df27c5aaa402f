// Facts about one person's review of one product as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const written = z.object({ productId: z.int(), userId: z.int(), text: z.string(), score: z.int().min(1).max(5) })

export const reviewEvents = {
  ReviewPosted: defineEvent('ReviewPosted', written),
  ReviewRevised: defineEvent('ReviewRevised', written),
  ReviewDeleted: defineEvent('ReviewDeleted', z.object({ productId: z.int(), userId: z.int() })),
}
export type ReviewEvent = EventOf<typeof reviewEvents>
