import { z } from 'zod'
import { defineEvents, type EventOf, sealed } from '#backend/eventstore/definition/event-definition.ts'

const score = z.int().min(1).max(5)
const written = z.object({ productId: z.int(), userId: z.int(), text: z.string(), score })
const answer = z.object({ productId: z.int(), userId: z.int(), text: z.string() })
/** The replaced score. Lets a rating be summed event by event. */
const previousScore = score

export const reviewEvents = defineEvents({
  ReviewPosted: written,
  /** `answer`: the shop's, to the text before; so that the event holds the whole state. */
  ReviewRevised: written.extend({ previousScore, answer: z.string().nullable() }),
  /** `text`: the shop's public answer. The decider keeps the author's name out of it, so it outlives their account. */
  ReviewAnswered: answer,
  ReviewAnswerChanged: answer,
  ReviewAnswerWithdrawn: answer.omit({ text: true }),
  /** `reason`: in the deleter's words, about the author. */
  ReviewDeleted: z.object({ productId: z.int(), userId: z.int(), previousScore, reason: sealed(z.string(), 'userId') }),
})
export type ReviewEvent = EventOf<typeof reviewEvents>
