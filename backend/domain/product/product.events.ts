// Facts about a product, as stored. Changed only by a new version with an upcaster.
import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const spec = z.object({ name: z.string(), value: z.string() })
/** Key to the text that was entered; null: known to be none. The category's schema reads it. */
const attributes = z.record(z.string(), z.string().nullable())
const pictures = z.array(z.object({ url: z.string(), alt: z.string() }))
const details = {
  name: z.string(),
  description: z.string(),
  category: z.string(),
  imageUrl: z.string(),
  specs: z.array(spec),
  attributes,
  brand: z.string().nullable(),
  sku: z.string().nullable(),
  mpn: z.string().nullable(),
  ean: z.string().nullable(),
  guaranteeMonths: z.int().nullable(),
  guaranteeBy: z.string().nullable(),
  weightGrams: z.int().nullable(),
  size: z.string().nullable(),
}

/** One price: what everybody pays, the rates in basis points of its net price, and that net price. */
const price = {
  priceCents: z.int(),
  vatRate: z.int(),
  internalTaxRate: z.int(),
  netCents: z.int(),
  currency: z.string(),
}

export const productEvents = defineEvents({
  ProductAdded: z.object({
    productId: z.int(),
    ...details,
    ...price,
  }),
  ProductDetailsChanged: z.object({ productId: z.int(), ...details }),
  ProductPriceChanged: z.object({ productId: z.int(), ...price }),
  /** The whole gallery in order; the first picture is imageUrl. */
  ProductPicturesChanged: z.object({ productId: z.int(), pictures }),
  ProductDeactivated: z.object({ productId: z.int() }),
  ProductActivated: z.object({ productId: z.int() }),
  ProductCarriedForward: z.object({
    productId: z.int(),
    ...details,
    ...price,
    isActive: z.boolean(),
    pictures,
  }),
})
export type ProductEvent = EventOf<typeof productEvents>
