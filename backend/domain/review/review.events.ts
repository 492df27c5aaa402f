import { z } from 'zod'
import { defineEvents, type EventOf, sealed } from '#backend/eventstore/definition/event-definition.ts'

const score = z.int().min(1).max(5)
const written = z.object({ productId: z.int(), userId: z.int(), text: z.string(), score })
/** The replaced score. Lets a rating be summed event by event. */
const previousScore = score

export const reviewEvents = defineEvents({
  ReviewPosted: written,
  ReviewRevised: written.extend({ previousScore }),
  /** `reason`: in the deleter's words, about the author. */
  ReviewDeleted: z.object({ productId: z.int(), userId: z.int(), previousScore, reason: sealed(z.string(), 'userId') }),
})
export type ReviewEvent = EventOf<typeof reviewEvents>
