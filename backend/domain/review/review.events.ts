// Facts about one person's review of one product as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf, sealed } from '#backend/eventstore/definition/event-definition.ts'

const score = z.int().min(1).max(5)
const written = z.object({ productId: z.int(), userId: z.int(), text: z.string(), score })
const deleted = z.object({ productId: z.int(), userId: z.int() })
/** The score that this event takes the place of; null: there was no review. With it a product's rating is summed up event by event. */
const previousScore = score.nullable()

/** Before it was written down, it stood in the review's event before. */
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
  /** reason: why, in the words of who deleted it; it is about the author. */
  ReviewDeleted: defineEvent('ReviewDeleted', deleted)
    .next(deleted.extend({ previousScore }), fromEventBefore)
    .next(deleted.extend({ previousScore, reason: sealed(z.string(), 'userId') }), {
      up: (data) => ({ ...data, reason: null }),
    }),
}
export type ReviewEvent = EventOf<typeof reviewEvents>
