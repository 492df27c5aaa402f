import { z } from 'zod'
import { inCents } from '#backend/domain/list.contract.ts'
import { pricedAtNothing, productLimits } from '#backend/domain/product/product.limits.ts'

const highest = `El costo: hasta ${productLimits.price.toLocaleString('es-AR')}.`

/** `revision`: as the admin saw it; 0: nobody told a cost yet. `cost`: of one unit without taxes; null: unknown. */
export const changedCost = z.object({
  productId: z.int().positive(),
  cost: inCents(z.number().positive(pricedAtNothing).max(productLimits.price, highest)).nullable(),
  revision: z.int().min(0),
})
export const costAnswer = z.object({ cost: z.number().nullable(), revision: z.int() })
export type CostView = z.output<typeof costAnswer>
