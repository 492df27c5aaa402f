// Facts about one product's stock, as stored. Names and shapes are permanent.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const forOrder = z.object({ productId: z.int(), orderId: z.int(), quantity: z.int().positive() })

export const stockEvents = {
  StockAdjusted: defineEvent('StockAdjusted', z.object({ productId: z.int(), delta: z.int() })),
  StockHeld: defineEvent('StockHeld', forOrder),
  StockReleased: defineEvent('StockReleased', forOrder),
  StockConsumed: defineEvent('StockConsumed', forOrder),
  StockReturned: defineEvent('StockReturned', forOrder),
}
export type StockEvent = EventOf<typeof stockEvents>
