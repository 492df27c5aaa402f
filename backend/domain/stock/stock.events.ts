// Facts about the stock of one product as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const forOrder = z.object({ productId: z.int(), orderId: z.int(), quantity: z.int().positive() })

export const stockEvents = {
  /** An admin counted, received or wrote off units: on hand moves by `delta`. */
  StockAdjusted: defineEvent('StockAdjusted', z.object({ productId: z.int(), delta: z.int() })),
  StockHeld: defineEvent('StockHeld', forOrder),
  StockReleased: defineEvent('StockReleased', forOrder),
  StockConsumed: defineEvent('StockConsumed', forOrder),
  /** Sold units came back. */
  StockReturned: defineEvent('StockReturned', forOrder),
}
export type StockEvent = EventOf<typeof stockEvents>
