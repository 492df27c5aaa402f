// /api/panel/seller: who sells and the bank account, for the staff.
import { Hono } from 'hono'
import { changeSettings } from '#backend/commands/change-settings.ts'
import { changeBankAccount } from '#backend/commands/seller/change-seller.ts'
import { changedBankAccount, changedSeller, sellerSettingsAnswer } from '#backend/domain/seller/seller.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { findSeller } from '#backend/readmodels/seller/seller.queries.ts'

const calls = {
  seller: { does: 'Who sells, and the account that buyers transfer to.', returns: sellerSettingsAnswer },
  change: {
    does: 'Puts these details of who sells in the place of the revision that it names.',
    returns: sellerSettingsAnswer,
    refuses: ['settings_changed'],
  },
  changeAccount: {
    does: 'Puts this bank account in the place of the revision that it names, with the super-admin key; all admins are told by mail.',
    returns: sellerSettingsAnswer,
    refuses: [
      ...(['settings_changed', 'forbidden', 'account_key_rejected'] as const),
      ...(['role_key_missing', 'role_change_blocked', 'role_key_unset'] as const),
    ],
  },
} satisfies Record<string, Call>

export const sellerRoutes = new Hono<ApiEnv>()
  .get('/', allow('settings:read', calls.seller), async (c) => c.json(await findSeller(c.var.shop.db), 200))
  .post('/', allow('settings:change', calls.change, { json: changedSeller }), async (c) => {
    const { revision: seen, ...settings } = c.req.valid('json')
    await changeSettings(c.var.shop.store, commandContext(c), { type: 'ChangeSeller', seen, settings })
    return c.json(await findSeller(c.var.shop.db), 200)
  })
  .post('/account', allow('settings:change', calls.changeAccount, { json: changedBankAccount }), async (c) => {
    const { revision: seen, superAdminKey, ...account } = c.req.valid('json')
    const change = { seen, account, superAdminKey }
    await changeBankAccount(c.var.shop, commandContext(c), c.var.session.userId, change)
    return c.json(await findSeller(c.var.shop.db), 200)
  })
