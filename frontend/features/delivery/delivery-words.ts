import type { DeliveryQuote } from '#frontend/api.ts'
import { formatPrice } from '#frontend/ui/figures/price.ts'

export type Offer = { price: number; days: number }

/** Null where only pick-up exists. Amounts in units of currency. */
export function offerFor({ shipping, freeFrom }: DeliveryQuote, subtotal: number): Offer | null {
  return shipping && (freeFrom !== null && subtotal >= freeFrom ? { ...shipping, price: 0 } : shipping)
}

export function daysText(days: number): string {
  return `hasta ${days === 1 ? '1 día hábil' : `${days} días hábiles`}`
}

export function shippingPrice(price: number): string {
  return price === 0 ? 'Gratis' : formatPrice(price)
}

export function forPrice(price: number): string {
  return price === 0 ? 'gratis' : `por ${formatPrice(price)}`
}

export const onlyPickup = (postalCode: string) =>
  `A ${postalCode} no hacemos envíos: podés retirar tu compra en el local, sin costo.`
