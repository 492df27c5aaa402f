import type { PriceSettingsView } from '#backend/domain/price-settings/price-settings.contract.ts'
import { firstPriceSettings, type PriceRules } from '#backend/domain/price-settings/price-settings.limits.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findTransferOffer } from '#backend/readmodels/transfer/transfer.queries.ts'

export async function findPriceRules(db: Database): Promise<PriceRules> {
  const [{ revision: _, ...settings }, transfer] = await Promise.all([findPriceSettings(db), findTransferOffer(db)])
  return { ...settings, transferPercent: transfer?.discountPercent ?? 0 }
}

/** The careful defaults, at revision 0, before the first change. */
export async function findPriceSettings(db: Database): Promise<PriceSettingsView> {
  const row = await db.selectFrom('rm.price_settings').selectAll().executeTakeFirst()
  return { ...firstPriceSettings, ...row?.settings, revision: row?.revision ?? 0 }
}
