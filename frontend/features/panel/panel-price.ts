// Amounts of money as the panel writes them.
import { formatPrice } from '#frontend/ui/price.ts'

/** `U$S 1.234,50`: the storefront's number under the panel's label. */
export function panelPrice(amount: number): string {
  return `U$S${formatPrice(amount).slice(1)}`
}

/** `ARS 1.234,50`: of a payment whose currency need not be the shop's. */
export function priceIn(amount: number, currency: string): string {
  return `${currency}${formatPrice(amount).slice(1)}`
}
