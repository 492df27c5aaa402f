import { Hono } from 'hono'
import { changePriceSettings } from '#backend/commands/price-settings/change-price-settings.ts'
import { changedPriceSettings, priceSettingsAnswer } from '#backend/domain/price-settings/price-settings.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { findPriceSettings } from '#backend/readmodels/price-settings/price-settings.queries.ts'

const calls = {
  settings: { does: 'How the shop shows its prices and reductions.', returns: priceSettingsAnswer },
  change: {
    does: 'Puts these settings of prices in the place of the revision that they name.',
    returns: priceSettingsAnswer,
    refuses: ['settings_changed'],
  },
} satisfies Record<string, Call>

export const priceSettingsRoutes = new Hono<ApiEnv>()
  .get('/', allow('settings:read', calls.settings), async (c) => c.json(await findPriceSettings(c.var.shop.db), 200))
  .post('/', allow('settings:change', calls.change, { json: changedPriceSettings }), async (c) => {
    const { revision: seen, ...settings } = c.req.valid('json')
    await changePriceSettings(c.var.shop.store, commandContext(c), { settings, seen })
    return c.json(await findPriceSettings(c.var.shop.db), 200)
  })
