// GET /api/catalogue: one page of what can be bought, searched, filtered, sorted and counted on the server.

import { Hono } from 'hono'
import { catalogueQuery } from '#backend/domain/product/product.contract.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { ApiProblem } from '#backend/http/middleware/problems.ts'
import { waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { questionOf, type ResponseCache } from '#backend/http/middleware/response-cache.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import { findCataloguePage } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'

/** One public call; its answers are kept until the catalogue changes. */
export function catalogueRoutes(shop: { db: Database; positions: Positions<ReadModelName>; kept: ResponseCache }) {
  return new Hono<ApiEnv>().get('/', allow('optional'), validate('query', catalogueQuery), async (c) => {
    const { page: asked, ...filter } = c.req.valid('query')
    const page = Number(asked ?? 1)
    const { q, category, sort, direction } = filter
    const question = questionOf('/api/catalogue', { q, category, sort, direction, page: page > 1 ? page : undefined })
    await waitForOwnWrites(c, shop.positions, ['catalogue'])
    const answer = await shop.kept.answer(c, question, ['catalogue'], async () => {
      const json = await findCataloguePage(shop.db, { ...filter, page })
      return json && { json }
    })
    if (!answer) throw unknownCategory()
    return answer
  })
}

function unknownCategory(): ApiProblem {
  return new ApiProblem('validation', {
    errors: [{ field: 'category', code: 'unknown', message: 'La categoría no existe.' }],
  })
}
