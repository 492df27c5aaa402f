// /api/shop: public facts about the shop.
import { Hono } from 'hono'
import { z } from 'zod'
import { sellerAnswer } from '#backend/domain/seller/seller.contract.ts'
import { detailsOf } from '#backend/domain/seller/seller.limits.ts'
import { transferOfferAnswer } from '#backend/domain/transfer/transfer.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { presentSeller } from '#backend/readmodels/seller/seller.projection.ts'
import { findSeller } from '#backend/readmodels/seller/seller.queries.ts'
import { findTransferOffer } from '#backend/readmodels/transfer/transfer.queries.ts'

const transferCall: Call = {
  does: 'The discount for paying by bank transfer and how long products are held for it; null while it is not offered.',
  returns: transferOfferAnswer,
}

const call: Call = {
  does: 'What anybody may know of the shop.',
  returns: z.object({ supportEmail: z.string(), seller: sellerAnswer }),
}

export const shopRoutes = new Hono<ApiEnv>()
  .get('/', allow('public', call), (c) => {
    const { cache, db, supportEmail } = c.var.shop
    return cache.answer(c, '/api/shop', [`seller ${presentSeller}`], async () => {
      const seller = detailsOf(await findSeller(db))
      return { json: { supportEmail: seller.email || supportEmail, seller } }
    })
  })
  .get('/transfer', allow('public', transferCall), async (c) =>
    c.json({ transfer: await findTransferOffer(c.var.shop.db) }, 200),
  )
