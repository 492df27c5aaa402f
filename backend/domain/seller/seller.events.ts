import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'
import { ofEach, sellerFields } from './seller.limits.ts'

/** All of it, whichever part changed, so that an order names one revision. */
const whole = z.object({ revision: z.int().positive(), ...ofEach(sellerFields, () => z.string()) })

export const sellerEvents = defineEvents({
  SellerChanged: whole,
  BankAccountChanged: whole,
})
export type SellerEvent = EventOf<typeof sellerEvents>
