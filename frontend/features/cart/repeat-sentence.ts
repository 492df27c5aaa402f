import type { RepeatDifference } from '#frontend/api.ts'
import { formatPrice } from '#frontend/ui/figures/price.ts'

/** Differences of a repeated purchase. Follows the product's name and a colon. */
export function repeatSentence(difference: RepeatDifference): string {
  if (difference.type === 'inactive') return 'ya no está a la venta.'
  if (difference.type === 'price')
    return `ahora cuesta ${formatPrice(difference.now)} (antes ${formatPrice(difference.before)}).`
  if (difference.type === 'max_units')
    return `compraste ${difference.wanted} y vendemos hasta ${difference.allowed} por compra.`
  if (difference.available === 0) return 'está agotado.'
  return `compraste ${difference.wanted} y quedan ${difference.available}.`
}
