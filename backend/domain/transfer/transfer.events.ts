import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

export const transferEvents = defineEvents({
  /** All settings of paying by bank transfer, each time. */
  TransferSettingsChanged: z.object({
    revision: z.int().positive(),
    isOn: z.boolean(),
    discountPercent: z.int(),
    holdHours: z.int(),
    maxOpenOrders: z.int(),
  }),
})
export type TransferEvent = EventOf<typeof transferEvents>
