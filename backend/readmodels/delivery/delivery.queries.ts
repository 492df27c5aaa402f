// Reads shipping prices for admins, and quotes for a postal code. Prices are in units of currency.
import type { DeliveryQuote, DeliveryTable } from '#backend/domain/delivery/delivery.contract.ts'
import { type DeliveryPrices, noDelivery, shippingOffer } from '#backend/domain/delivery/delivery.limits.ts'
import { toDecimal } from '#backend/domain/money.ts'
import type { Database } from '#backend/readmodels/database.ts'

export async function findDeliveryTable(db: Database): Promise<DeliveryTable> {
  const { revision, ranges, freeFromCents } = await find(db)
  return {
    revision,
    ranges: ranges.map(({ priceCents, ...range }) => ({ ...range, price: toDecimal(priceCents) })),
    freeFrom: freeFromCents === null ? null : toDecimal(freeFromCents),
  }
}

/** `district` is the first four digits of a postal code. */
export async function findDeliveryQuote(db: Database, district: number): Promise<Omit<DeliveryQuote, 'postalCode'>> {
  const prices = await find(db)
  const offer = shippingOffer(prices, district, 0)
  const freeFrom = prices.freeFromCents === null ? null : toDecimal(prices.freeFromCents)
  return { shipping: offer && { price: toDecimal(offer.priceCents), days: offer.days }, freeFrom: offer && freeFrom }
}

async function find(db: Database): Promise<DeliveryPrices & { revision: number }> {
  const row = await db.selectFrom('rm.delivery').selectAll().executeTakeFirst()
  return { ...noDelivery, ...row?.settings, revision: row?.revision ?? 0 }
}
