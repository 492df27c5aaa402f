// Facts about one person's review of one product, as stored. Names and shapes are permanent.
import { z } from 'zod'
import { defineEvent, type EventOf, sealed } from '#backend/eventstore/definition/event-definition.ts'

const score = z.int().min(1).max(5)
const written = z.object({ productId: z.int(), userId: z.int(), text: z.string(), score })
const deleted = z.object({ productId: z.int(), userId: z.int() })
/** The replaced score; null: none. Lets a rating be summed event by event. */
const previousScore = score.nullable()

/** Older versions: read from the review's previous event. */
const fromEventBefore = {
  looksBack: true,
  up: <Data extends object>(data: Data, before?: Record<string, unknown>) => ({
    ...data,
    previousScore: previousScore.parse(before?.score ?? null),
  }),
}

export const reviewEvents = {
  ReviewPosted: defineEvent('ReviewPosted', written),
  ReviewRevised: defineEvent('ReviewRevised', written).next(written.extend({ previousScore }), fromEventBefore),
  /** `reason`: in the deleter's words, about the author. */
  ReviewDeleted: defineEvent('ReviewDeleted', deleted)
    .next(deleted.extend({ previousScore }), fromEventBefore)
    .next(deleted.extend({ previousScore, reason: sealed(z.string(), 'userId') }), {
      up: (data) => ({ ...data, reason: null }),
    }),
}
export type ReviewEvent = EventOf<typeof reviewEvents>
