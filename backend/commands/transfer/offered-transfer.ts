// Paying by bank transfer as it is offered now, decided on the write side.
import type { TransferTerms } from '#backend/domain/order/order.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { hasAccount, sellerId } from '#backend/domain/seller/seller.limits.ts'
import { seller } from '#backend/domain/seller/seller.ts'
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { TransferSettings } from '#backend/domain/transfer/transfer.limits.ts'
import { transfer } from '#backend/domain/transfer/transfer.ts'
import type { UnitOfWork } from '#backend/eventstore/commands/transact.ts'

export type OfferedTransfer = TransferSettings & { terms: TransferTerms }

/** The append fails if settings or account change meanwhile. Throws Rejection transfer_unavailable. */
export async function transferOffered(unit: UnitOfWork<ShopLog>): Promise<OfferedTransfer> {
  const [settings, sold] = await Promise.all([unit.load(transfer, settingsId), unit.load(seller, sellerId)])
  if (!settings.state.isOn || !hasAccount(sold.state)) throw new Rejection('transfer_unavailable')
  for (const loaded of [settings, sold]) unit.unchanged(loaded)
  const { discountPercent, holdHours } = settings.state
  const { holder, cuit, bank, cbu, alias } = sold.state
  return { ...settings.state, terms: { discountPercent, holdHours, account: { holder, cuit, bank, cbu, alias } } }
}
