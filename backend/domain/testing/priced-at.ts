import { netOf } from '#backend/domain/money.ts'

/** A price as an event tells it, in cents, with 21 % unless `vatRate` says otherwise. */
export function pricedAt(priceCents: number, vatRate: 1050 | 2100 = 2100) {
  const rates = { vatRate, internalTaxRate: 0 }
  return { priceCents, ...rates, netCents: netOf(priceCents, rates) }
}
