import type { PriceSettingsView } from '#backend/domain/price-settings/price-settings.contract.ts'
import { firstPriceSettings } from '#backend/domain/price-settings/price-settings.limits.ts'
import type { Database } from '#backend/readmodels/database.ts'

/** The careful defaults, at revision 0, before the first change. */
export async function findPriceSettings(db: Database): Promise<PriceSettingsView> {
  const row = await db.selectFrom('rm.price_settings').selectAll().executeTakeFirst()
  return { ...firstPriceSettings, ...row?.settings, revision: row?.revision ?? 0 }
}
