import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const range = z.object({ from: z.int(), to: z.int(), priceCents: z.int(), days: z.int() })

export const deliveryEvents = defineEvents({
  /** The whole table. Shipping is free from `freeFromCents`; null: never. */
  DeliveryPricesChanged: z.object({
    revision: z.int().positive(),
    ranges: z.array(range),
    freeFromCents: z.int().nullable(),
  }),
})
export type DeliveryEvent = EventOf<typeof deliveryEvents>
