// Facts about what shipping costs, as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const range = z.object({ from: z.int(), to: z.int(), priceCents: z.int(), days: z.int() })

export const deliveryEvents = {
  /** The whole table from now on, its `revision`-th. Products for `freeFromCents` are shipped free; null: none are. */
  DeliveryPricesChanged: defineEvent(
    'DeliveryPricesChanged',
    z.object({ revision: z.int().positive(), ranges: z.array(range), freeFromCents: z.int().nullable() }),
  ),
}
export type DeliveryEvent = EventOf<typeof deliveryEvents>
