// Batches as stored: requested, and how they ended. Names and shapes are permanent. The products' changes are their
// own events, with the batch's id as correlation.
import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const batchId = z.string()

export const batchEvents = defineEvents({
  /** `title`: the file's name, the rule, or what is converted. `creates`, `changes`: products. `scheduledFor`: ISO, UTC; null: at once. */
  BatchRequested: z.object({
    batchId,
    kind: z.enum(['import', 'prices', 'conversion']),
    title: z.string(),
    reason: z.string(),
    creates: z.int(),
    changes: z.int(),
    scheduledFor: z.string().nullable(),
  }),
  /** Cancelled before it began. `reason`: null for a person's decision. */
  BatchCancelled: z.object({ batchId, reason: z.string().nullable() }),
  /** `left`: products not tried after a stop. */
  BatchApplied: z.object({ batchId, done: z.int(), failed: z.int(), left: z.int() }),
  BatchUndoRequested: z.object({ batchId, reason: z.string() }),
  /** `kept`: products left alone because somebody changed them since. */
  BatchUndone: z.object({ batchId, done: z.int(), kept: z.int() }),
})
export type BatchEvent = EventOf<typeof batchEvents>
