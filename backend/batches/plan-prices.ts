import type { PriceRule } from '#backend/domain/batch/batch.limits.ts'
import { newPrice } from '#backend/domain/batch/price-rule.ts'
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { productLimits } from '#backend/domain/product/product.limits.ts'
import type { PlannedItem } from './batch-items.ts'

export function planPrices(products: readonly CatalogueItem[], rule: PriceRule): PlannedItem[] {
  return products.map(({ id, name, price }, at): PlannedItem => {
    const base = { nth: at + 1, productId: id, name }
    const before = Math.round(price * 100)
    const after = newPrice(before, rule)
    const wrong = problemOf(after)
    if (wrong) return { ...base, kind: 'wrong', change: { errors: [{ column: 'price', message: wrong }] } }
    if (after === before) return { ...base, kind: 'same', change: {} }
    return { ...base, kind: 'change', change: { before: { priceCents: before }, after: { priceCents: after } } }
  })
}

function problemOf(cents: number): string | undefined {
  const text = (cents / 100).toLocaleString('es-AR', { minimumFractionDigits: 2 })
  if (cents <= 0) return `El precio quedaría en ${text}: tiene que ser mayor que cero.`
  if (cents > productLimits.price * 100) return `El precio quedaría en ${text}, que es más de lo que se admite.`
  return undefined
}
