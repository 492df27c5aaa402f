// For tests: the columns of a product that says no more than it must.
import type { EnteredAttributes } from '#backend/domain/product/schema/attribute-value.limits.ts'

const absent = null as string | null
const unknown = null as number | null
export const unsaidColumns = {
  attributes: {} as EnteredAttributes,
  shown_brand: absent,
  trade: {
    brand: absent,
    sku: absent,
    mpn: absent,
    ean: absent,
    guaranteeMonths: unknown,
    guaranteeBy: absent,
    weightGrams: unknown,
    size: absent,
  },
}
