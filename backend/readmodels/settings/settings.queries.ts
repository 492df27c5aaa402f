// Reads the settings of the shop; revision 0 is before the first change. Shipping prices are in units of currency.
import type { DeliveryQuote, DeliveryTable } from '#backend/domain/delivery/delivery.contract.ts'
import { type DeliveryPrices, noDelivery, shippingOffer } from '#backend/domain/delivery/delivery.limits.ts'
import { toDecimal } from '#backend/domain/money.ts'
import type { PriceSettingsView } from '#backend/domain/price-settings/price-settings.contract.ts'
import { firstPriceSettings, type PriceRules } from '#backend/domain/price-settings/price-settings.limits.ts'
import type { CategorySchema } from '#backend/domain/product/schema/schema.contract.ts'
import type { Schema } from '#backend/domain/product/schema/schema.limits.ts'
import type { SellerSettings } from '#backend/domain/seller/seller.contract.ts'
import { hasAccount, noSeller } from '#backend/domain/seller/seller.limits.ts'
import type { TransferOffer, TransferSettingsView } from '#backend/domain/transfer/transfer.contract.ts'
import { noTransfer } from '#backend/domain/transfer/transfer.limits.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { presentSeller } from './settings.projections.ts'

export async function findDeliveryTable(db: Database): Promise<DeliveryTable> {
  const { revision, ranges, freeFromCents } = await findDelivery(db)
  return {
    revision,
    ranges: ranges.map(({ priceCents, ...range }) => ({ ...range, price: toDecimal(priceCents) })),
    freeFrom: freeFromCents === null ? null : toDecimal(freeFromCents),
  }
}

/** `district` is the first four digits of a postal code. */
export async function findDeliveryQuote(db: Database, district: number): Promise<Omit<DeliveryQuote, 'postalCode'>> {
  const prices = await findDelivery(db)
  const offer = shippingOffer(prices, district, 0)
  const freeFrom = prices.freeFromCents === null ? null : toDecimal(prices.freeFromCents)
  return { shipping: offer && { price: toDecimal(offer.priceCents), days: offer.days }, freeFrom: offer && freeFrom }
}

async function findDelivery(db: Database): Promise<DeliveryPrices & { revision: number }> {
  const row = await db.selectFrom('rm.delivery').selectAll().executeTakeFirst()
  return { ...noDelivery, ...row?.settings, revision: row?.revision ?? 0 }
}

/** Empty texts before the first change. */
export async function findSeller(db: Database): Promise<SellerSettings> {
  const row = await db.selectFrom('rm.seller').selectAll().where('id', '=', presentSeller).executeTakeFirst()
  return { ...noSeller, ...row?.seller, revision: row?.revision ?? 0 }
}

export async function findTransferSettings(db: Database): Promise<TransferSettingsView> {
  const [row, seller] = await Promise.all([db.selectFrom('rm.transfer').selectAll().executeTakeFirst(), findSeller(db)])
  return { ...noTransfer, ...row?.settings, revision: row?.revision ?? 0, hasAccount: hasAccount(seller) }
}

/** Null while it is off, or the shop has no bank account. */
export async function findTransferOffer(db: Database): Promise<TransferOffer> {
  const { isOn, hasAccount: canReceive, discountPercent, holdHours } = await findTransferSettings(db)
  return isOn && canReceive ? { discountPercent, holdHours } : null
}

/** The careful defaults before the first change. */
export async function findPriceSettings(db: Database): Promise<PriceSettingsView> {
  const row = await db.selectFrom('rm.price_settings').selectAll().executeTakeFirst()
  return { ...firstPriceSettings, ...row?.settings, revision: row?.revision ?? 0 }
}

export async function findPriceRules(db: Database): Promise<PriceRules> {
  const [{ revision: _, ...settings }, transfer] = await Promise.all([findPriceSettings(db), findTransferOffer(db)])
  return { ...settings, transferPercent: transfer?.discountPercent ?? 0 }
}

/** By category. */
export type Schemas = ReadonlyMap<string, Schema>

export async function listSchemas(db: Database): Promise<CategorySchema[]> {
  const rows = await db.selectFrom('rm.schemas').selectAll().orderBy('category').execute()
  return rows.map(({ category, revision, attributes }) => ({ category, revision, attributes }))
}

export async function findSchemas(db: Database): Promise<Schemas> {
  const rows = await listSchemas(db)
  return new Map(rows.map(({ category, attributes }) => [category, attributes]))
}
