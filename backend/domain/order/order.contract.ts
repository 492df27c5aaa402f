// What may come over the wire about purchases.
import { z } from 'zod'

/** The spec's client sends the bought products along; they are an echo and decide nothing. */
export const purchaseEcho = z.object({
  userId: z.int().positive(),
  productId: z.union([z.int().positive(), z.array(z.unknown()).max(100)]),
  orderId: z.int().positive().optional(),
})
