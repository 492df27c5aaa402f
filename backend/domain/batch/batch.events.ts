// Many products changed at once, as stored: asked for, and how it ended. Names and shapes here are kept for ever. What each product became is its own
// events, which carry the batch's id as their correlation.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const batchId = z.string()

export const batchEvents = {
  /** title: the file's name, or the rule. creates and changes: products. scheduledFor: ISO, UTC; null: at once. */
  BatchRequested: defineEvent(
    'BatchRequested',
    z.object({
      batchId,
      kind: z.enum(['import', 'prices']),
      title: z.string(),
      reason: z.string(),
      creates: z.int(),
      changes: z.int(),
      scheduledFor: z.string().nullable(),
    }),
  ),
  /** Before it began. reason: null if a person did it. */
  BatchCancelled: defineEvent('BatchCancelled', z.object({ batchId, reason: z.string().nullable() })),
  /** left: products that were not tried, as it was stopped. */
  BatchApplied: defineEvent('BatchApplied', z.object({ batchId, done: z.int(), failed: z.int(), left: z.int() })),
  BatchUndoRequested: defineEvent('BatchUndoRequested', z.object({ batchId, reason: z.string() })),
  /** kept: products that somebody changed since, and that stayed so. */
  BatchUndone: defineEvent('BatchUndone', z.object({ batchId, done: z.int(), kept: z.int() })),
}
export type BatchEvent = EventOf<typeof batchEvents>
