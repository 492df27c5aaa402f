import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'
import { type SellerField, sellerFields } from './seller.limits.ts'

const texts = Object.fromEntries(Object.keys(sellerFields).map((field) => [field, z.string()]))
/** All of it, whichever part changed, so that an order names one revision. */
const whole = z.object({ revision: z.int().positive(), ...(texts as Record<SellerField, z.ZodString>) })

export const sellerEvents = defineEvents({
  SellerChanged: whole,
  BankAccountChanged: whole,
})
export type SellerEvent = EventOf<typeof sellerEvents>
