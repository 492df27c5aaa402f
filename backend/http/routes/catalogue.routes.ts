// /api/catalogue: search, filters, sorting and facets on the server; price drops; shelves.
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { catalogueAnswer, offersAnswer, shelfAnswer } from '#backend/domain/product/catalogue.contract.ts'
import { readChoice } from '#backend/domain/product/facets.limits.ts'
import { catalogueQuery, shelfQuery } from '#backend/domain/product/product.contract.ts'
import { Buckets, queryTime } from '#backend/http/admission/buckets.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { wrongField } from '#backend/http/middleware/problems.ts'
import { networkOf, tooMany } from '#backend/http/middleware/rate-limit.ts'
import { waitForCatalogue } from '#backend/http/middleware/read-your-writes.ts'
import { catalogueAnswers } from '#backend/http/routes/product/catalogue-answers.ts'
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'

const calls = {
  page: {
    does: 'A page of what can be bought: searched, filtered, sorted and counted by category.',
    returns: catalogueAnswer,
    cached: true,
  },
  offers: { does: 'Products whose price fell of late, the greatest fall first.', returns: offersAnswer, cached: true },
  shelf: {
    does: 'A few products that can be bought: the newest, or what buyers rate best; `beside`: of the category of this product, without itself.',
    returns: shelfAnswer,
    cached: true,
  },
} satisfies Record<string, Call>

export const catalogueRoutes = new Hono<ApiEnv>()
  .get('/', allow('optional', calls.page, { query: catalogueQuery }), async (c) => {
    const filter = filterOf(c.req.valid('query'))
    await (filter.q ? waitForCatalogue(c, 'schemas', 'synonyms') : waitForCatalogue(c, 'schemas'))
    const answer = await catalogueAnswers(c.var.shop).page(c, filter, (make) => timed(c, make))
    if (!answer) throw wrongField('category', 'unknown', 'La categoría no existe.')
    return answer
  })
  .get('/offers', allow('optional', calls.offers), async (c) => {
    await waitForCatalogue(c)
    return catalogueAnswers(c.var.shop).offers(c)
  })
  .get('/shelf', allow('optional', calls.shelf, { query: shelfQuery }), async (c) => {
    const { of, beside } = c.req.valid('query')
    await waitForCatalogue(c)
    return catalogueAnswers(c.var.shop).shelf(c, of, beside)
  })

const queryBudget = new Buckets(queryTime)

/** Charges what is made for a network to its budget; refuses a network without budget. */
function timed<Answer>(c: Context<ApiEnv>, make: () => Answer): Answer {
  const network = networkOf(c)
  // Server-side rendering calls too, but has its own budget.
  if (network === 'local') return make()
  const begun = performance.now()
  const waitMs = queryBudget.waitMs(network, begun)
  if (waitMs > 0) throw tooMany('too_many_requests', Math.ceil(waitMs / 1000))
  const answer = make()
  const now = performance.now()
  queryBudget.spend(network, (now - begun) / c.var.shop.requestLimits.factor, now)
  return answer
}

type Asked = z.output<typeof catalogueQuery>

/** Equal choices come out alike, in whatever order and spelling they were sent. */
function filterOf({ q, category, sort, direction, size, page, ...chosen }: Asked): CatalogueFilter {
  return { q: q || undefined, category, ...readChoice(chosen), sort, direction, size, page }
}
