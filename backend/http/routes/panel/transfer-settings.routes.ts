// /api/panel/transfer: the settings of paying by bank transfer.
import { Hono } from 'hono'
import { changeTransferSettings } from '#backend/commands/transfer/transfer-settings.ts'
import { changedTransfer, transferSettingsAnswer } from '#backend/domain/transfer/transfer.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { findTransferSettings } from '#backend/readmodels/transfer/transfer.queries.ts'

const calls = {
  settings: { does: 'How orders are paid by bank transfer.', returns: transferSettingsAnswer },
  change: {
    does: 'Puts these settings in the place of the revision that they name.',
    returns: transferSettingsAnswer,
    refuses: ['settings_changed'],
  },
} satisfies Record<string, Call>

export const transferSettingsRoutes = new Hono<ApiEnv>()
  .get('/', allow('settings:read', calls.settings), async (c) => c.json(await findTransferSettings(c.var.shop.db), 200))
  .post('/', allow('settings:change', calls.change, { json: changedTransfer }), async (c) => {
    const { revision: seen, ...settings } = c.req.valid('json')
    await changeTransferSettings(c.var.shop.store, commandContext(c), { seen, ...settings })
    return c.json(await findTransferSettings(c.var.shop.db), 200)
  })
