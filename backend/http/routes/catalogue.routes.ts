// /api/catalogue: one page of what can be bought, searched, filtered, sorted and counted on the server; and what became cheaper.

import { Hono } from 'hono'
import { catalogueQuery } from '#backend/domain/product/product.contract.ts'
import { offerDays } from '#backend/domain/product/product.limits.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { ApiProblem } from '#backend/http/middleware/problems.ts'
import { waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { questionOf, type ResponseCache } from '#backend/http/middleware/response-cache.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import { findCataloguePage, listOffers } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'

type Shop = { db: Database; positions: Positions<ReadModelName>; kept: ResponseCache; now: () => Date }
const day = 86_400_000

/** Public calls; their answers are kept until the catalogue changes. */
export function catalogueRoutes(shop: Shop) {
  return new Hono<ApiEnv>()
    .get('/', allow('optional'), validate('query', catalogueQuery), async (c) => {
      const { page: asked, ...filter } = c.req.valid('query')
      const page = Number(asked ?? 1)
      const { q, category, sort, direction } = filter
      const question = questionOf('/api/catalogue', { q, category, sort, direction, page: page > 1 ? page : undefined })
      const asks = q ? (['catalogue', 'product_search'] as const) : (['catalogue'] as const)
      await waitForOwnWrites(c, shop.positions, asks)
      const answer = await shop.kept.answer(c, question, asks, async () => {
        const json = await findCataloguePage(shop.db, { ...filter, page })
        return json && { json }
      })
      if (!answer) throw unknownCategory()
      return answer
    })
    .get('/offers', allow('optional'), async (c) => {
      await waitForOwnWrites(c, shop.positions, ['catalogue'])
      return shop.kept.answer(c, '/api/catalogue/offers', ['catalogue'], async () => ({
        json: await listOffers(shop.db, new Date(shop.now().getTime() - offerDays * day)),
      }))
    })
}

function unknownCategory(): ApiProblem {
  return new ApiProblem('validation', {
    errors: [{ field: 'category', code: 'unknown', message: 'La categoría no existe.' }],
  })
}
