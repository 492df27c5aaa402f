// /api/shop and /api/delivery: public facts about the shop.
import { Hono } from 'hono'
import { z } from 'zod'
import { deliveryQuoteAnswer, postalCodeQuery } from '#backend/domain/delivery/delivery.contract.ts'
import { districtOf, readPostalCode } from '#backend/domain/official-numbers.limits.ts'
import { sellerAnswer } from '#backend/domain/seller/seller.contract.ts'
import { detailsOf } from '#backend/domain/seller/seller.limits.ts'
import { transferOfferAnswer } from '#backend/domain/transfer/transfer.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { presentSeller } from '#backend/readmodels/settings/settings.projections.ts'
import { findDeliveryQuote, findSeller, findTransferOffer } from '#backend/readmodels/settings/settings.queries.ts'

const calls = {
  shop: {
    does: 'What anybody may know of the shop.',
    returns: z.object({ supportEmail: z.string(), seller: sellerAnswer }),
  },
  transfer: {
    does: 'The discount for paying by bank transfer and how long products are held for it; null while it is not offered.',
    returns: transferOfferAnswer,
  },
  quote: {
    does: 'What shipping to a postal code costs and how many working days it takes; null where there is only pick-up.',
    returns: deliveryQuoteAnswer,
  },
} satisfies Record<string, Call>

export const shopRoutes = new Hono<ApiEnv>()
  .get('/', allow('public', calls.shop), (c) => {
    const { cache, db, supportEmail } = c.var.shop
    return cache.answer(c, '/api/shop', [`seller ${presentSeller}`], async () => {
      const seller = detailsOf(await findSeller(db))
      return { json: { supportEmail: seller.email || supportEmail, seller } }
    })
  })
  .get('/transfer', allow('public', calls.transfer), async (c) =>
    c.json({ transfer: await findTransferOffer(c.var.shop.db) }, 200),
  )

export const deliveryRoutes = new Hono<ApiEnv>().get(
  '/',
  allow('public', calls.quote, { query: postalCodeQuery }),
  async (c) => {
    const postalCode = readPostalCode(c.req.valid('query').postalCode) ?? ''
    return c.json({ postalCode, ...(await findDeliveryQuote(c.var.shop.db, districtOf(postalCode))) }, 200)
  },
)
