import { formatPrice } from '#frontend/ui/price.ts'

/** `U$S 1.234,50`. */
export function panelPrice(amount: number): string {
  return `U$S${formatPrice(amount).slice(1)}`
}

/** `ARS 1.234,50`, for a payment in any currency. */
export function priceIn(amount: number, currency: string): string {
  return `${currency}${formatPrice(amount).slice(1)}`
}
