// /api/panel/prices and /api/panel/transfer: how prices are shown, and how orders are paid by bank transfer.
import { Hono } from 'hono'
import { changeSettings } from '#backend/commands/change-settings.ts'
import { changedPriceSettings, priceSettingsAnswer } from '#backend/domain/price-settings/price-settings.contract.ts'
import { changedTransfer, transferSettingsAnswer } from '#backend/domain/transfer/transfer.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { findPriceSettings } from '#backend/readmodels/price-settings/price-settings.queries.ts'
import { findTransferSettings } from '#backend/readmodels/transfer/transfer.queries.ts'

const calls = {
  prices: { does: 'How the shop shows its prices and reductions.', returns: priceSettingsAnswer },
  changePrices: {
    does: 'Puts these settings of prices in the place of the revision that they name.',
    returns: priceSettingsAnswer,
    refuses: ['settings_changed'],
  },
  transfer: { does: 'How orders are paid by bank transfer.', returns: transferSettingsAnswer },
  changeTransfer: {
    does: 'Puts these settings in the place of the revision that they name.',
    returns: transferSettingsAnswer,
    refuses: ['settings_changed'],
  },
} satisfies Record<string, Call>

export const priceSettingsRoutes = new Hono<ApiEnv>()
  .get('/', allow('settings:read', calls.prices), async (c) => c.json(await findPriceSettings(c.var.shop.db), 200))
  .post('/', allow('settings:change', calls.changePrices, { json: changedPriceSettings }), async (c) => {
    const { revision: seen, ...settings } = c.req.valid('json')
    await changeSettings(c.var.shop.store, commandContext(c), { type: 'ChangePriceSettings', seen, settings })
    return c.json(await findPriceSettings(c.var.shop.db), 200)
  })

export const transferSettingsRoutes = new Hono<ApiEnv>()
  .get('/', allow('settings:read', calls.transfer), async (c) => c.json(await findTransferSettings(c.var.shop.db), 200))
  .post('/', allow('settings:change', calls.changeTransfer, { json: changedTransfer }), async (c) => {
    const { revision: seen, ...settings } = c.req.valid('json')
    await changeSettings(c.var.shop.store, commandContext(c), { type: 'ChangeTransferSettings', seen, settings })
    return c.json(await findTransferSettings(c.var.shop.db), 200)
  })
