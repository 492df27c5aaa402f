import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

/** A stream of its own hides it from readers of products. */
export const costEvents = defineEvents({
  /** `costCents`: of one unit without taxes; null: unknown. */
  ProductCostChanged: z.object({
    productId: z.int(),
    revision: z.int().positive(),
    costCents: z.int().nullable(),
    currency: z.string(),
  }),
})
export type CostEvent = EventOf<typeof costEvents>
