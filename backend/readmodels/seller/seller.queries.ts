import type { SellerSettings } from '#backend/domain/seller/seller.contract.ts'
import { noSeller } from '#backend/domain/seller/seller.limits.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { presentSeller } from './seller.projection.ts'

/** Empty texts before the first change. */
export async function findSeller(db: Database): Promise<SellerSettings> {
  const row = await db.selectFrom('rm.seller').selectAll().where('id', '=', presentSeller).executeTakeFirst()
  return { ...noSeller, ...row?.seller, revision: row?.revision ?? 0 }
}
