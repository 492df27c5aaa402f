// /api/shop: public facts about the shop.
import { Hono } from 'hono'
import { z } from 'zod'
import { transferOfferAnswer } from '#backend/domain/transfer/transfer.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { findTransferOffer } from '#backend/readmodels/transfer/transfer.queries.ts'

const transferCall: Call = {
  does: 'The discount for paying by bank transfer and how long products are held for it; null while it is not offered.',
  returns: transferOfferAnswer,
}

const call: Call = {
  does: 'What anybody may know of the shop.',
  returns: z.object({ supportEmail: z.string() }),
}

export const shopRoutes = new Hono<ApiEnv>()
  .get('/', allow('public', call), (c) => c.json({ supportEmail: c.var.shop.supportEmail }, 200))
  .get('/transfer', allow('public', transferCall), async (c) =>
    c.json({ transfer: await findTransferOffer(c.var.shop.db) }, 200),
  )
