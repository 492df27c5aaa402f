// The seller's data, and the account that buyers transfer to.

import { refuseWrongKey } from '#backend/commands/account/check-role-key.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { BankAccount, Seller } from '#backend/domain/seller/seller.limits.ts'
import { type SellerState, seller } from '#backend/domain/seller/seller.ts'
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import { user } from '#backend/domain/user/user.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { RoleKey } from '#backend/identity/role-key.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/** The seller and the bank account, from the write side. */
export async function sellerNow(store: ShopStore): Promise<SellerState> {
  return (await loadState(store, seller, settingsId)).state
}

/** The seller of a revision, such as an order's; of revision 0, before there was any, the present one. */
export async function sellerAt(store: ShopStore, revision: number): Promise<SellerState> {
  const stream = `seller-${settingsId}` as const
  const events = revision > 0 ? (await store.readStreams([stream])).get(stream) : []
  return events?.find(({ data }) => data.revision === revision)?.data ?? sellerNow(store)
}

/** Records the first values; does nothing once there are some. */
export function startSelling(store: ShopStore, context: ShopContext, first: Seller): Promise<Handled<SellerState>> {
  const start = async ({ revision: seen }: SellerState) =>
    ({ type: 'StartSelling', seen, settings: seen === 0 ? first : {} }) as const
  return handleCommand(store, context, seller, settingsId, start)
}

type AccountChange = { account: BankAccount; seen: number; superAdminKey: string | undefined }

/**
 * A wrong super-admin key changes nothing but is recorded. Throws Rejection settings_changed, forbidden,
 * account_key_rejected or a role key's.
 */
export async function changeBankAccount(
  { store, roleKey }: { store: ShopStore; roleKey: RoleKey },
  context: ShopContext,
  callerId: number,
  { account, seen, superAdminKey }: AccountChange,
): Promise<Handled<void>> {
  const { result: refused, ...handled } = await transact(store, context, 'ChangeBankAccount', async (unit) => {
    const [caller, present] = await Promise.all([unit.load(user, callerId), unit.load(seller, settingsId)])
    if (!caller.state?.isActive || !may(caller.state, 'settings:change')) throw new Rejection('forbidden')
    const key = { targetId: null, superAdminKey, rejected: 'account_key_rejected' } as const
    const wrong = refuseWrongKey(roleKey, unit, caller, key)
    if (wrong) return wrong
    unit.decide(seller, present, { type: 'ChangeBankAccount', settings: account, seen })
    unit.unchanged(caller)
    return undefined
  })
  if (refused) throw refused
  return { ...handled, result: undefined }
}
