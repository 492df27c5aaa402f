// Reads the settings of paying by transfer, and what shoppers are offered.
import { hasAccount } from '#backend/domain/seller/seller.limits.ts'
import type { TransferOffer, TransferSettingsView } from '#backend/domain/transfer/transfer.contract.ts'
import { noTransfer } from '#backend/domain/transfer/transfer.limits.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findSeller } from '#backend/readmodels/seller/seller.queries.ts'

export async function findTransferSettings(db: Database): Promise<TransferSettingsView> {
  const [row, seller] = await Promise.all([db.selectFrom('rm.transfer').selectAll().executeTakeFirst(), findSeller(db)])
  return { ...noTransfer, ...row?.settings, revision: row?.revision ?? 0, hasAccount: hasAccount(seller) }
}

/** Null while it is off, or the shop has no bank account. */
export async function findTransferOffer(db: Database): Promise<TransferOffer> {
  const { isOn, hasAccount: canReceive, discountPercent, holdHours } = await findTransferSettings(db)
  return isOn && canReceive ? { discountPercent, holdHours } : null
}
