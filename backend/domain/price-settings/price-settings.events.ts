import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

export const priceSettingsEvents = defineEvents({
  /** All of them, whichever changed. */
  PriceSettingsChanged: z.object({
    revision: z.int().positive(),
    netPriceSize: z.enum(['smaller', 'same']),
    announcesReductions: z.boolean(),
    daysBeforePercent: z.int(),
  }),
})
export type PriceSettingsEvent = EventOf<typeof priceSettingsEvents>
