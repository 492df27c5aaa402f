import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const forOrder = z.object({ productId: z.int(), orderId: z.int(), quantity: z.int().positive() })

export const stockEvents = defineEvents({
  StockAdjusted: z.object({ productId: z.int(), delta: z.int() }),
  StockHeld: forOrder,
  StockReleased: forOrder,
  StockConsumed: forOrder,
  StockReturned: forOrder,
})
export type StockEvent = EventOf<typeof stockEvents>
