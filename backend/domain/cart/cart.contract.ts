import { z } from 'zod'
import { maxCartLines, maxQuantity } from './cart.limits.ts'

const userId = z.int().positive()
const line = z.object({ id: z.int().positive(), quantity: z.int().min(1).max(maxQuantity) })

export const itemToAdd = z.object({ userId, productId: line })
export const itemToRemove = z.object({ userId, itemId: z.int().positive() })
export const cartOwner = z.object({ userId })
export const orderToRepeat = z.object({ orderId: z.int().positive(), mergeId: z.uuid() })
const lines = z.array(line).max(maxCartLines).optional()
/** productsId, or productId as in the specification's client. */
export const browserCart = z
  .object({
    userId,
    productsId: lines,
    productId: lines,
    mergeId: z.uuid().optional(),
  })
  .refine((cart) => (cart.productsId === undefined) !== (cart.productId === undefined), {
    path: ['productsId'],
    error: 'Falta este dato.',
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

export const cartAnswer = z.object({
  userId,
  productsId: z.array(z.object({ id: z.int().positive(), quantity: z.int().positive() })),
  lines: z.array(
    z.object({
      id: z.int().positive(),
      name: z.string(),
      description: z.string(),
      imageUrl: z.string(),
      price: z.number(),
      netPrice: z.number(),
      transferNetPrice: z.number().exactOptional(),
      isNetAlike: z.literal(true).exactOptional(),
      quantity: z.int().positive(),
      available: z.int(),
      isActive: z.boolean(),
    }),
  ),
  subtotal: z.number(),
  currency: z.string(),
})
export type CartView = z.output<typeof cartAnswer>

export const filledCartAnswer = z.object({
  cart: cartAnswer,
  differences: z.array(z.record(z.string(), z.unknown())),
})
export const mergedCartAnswer = cartAnswer.extend({ dropped: z.array(z.unknown()) })
