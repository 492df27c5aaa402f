import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const holder = z.object({ sku: z.string(), productId: z.int() })

/** A stream for each SKU, in upper case. */
export const skuEvents = defineEvents({ SkuTaken: holder, SkuFreed: holder })
export type SkuEvent = EventOf<typeof skuEvents>
