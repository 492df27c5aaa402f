// /api/catalogue: search, filters, sorting and facets on the server; price drops; shelves.
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import {
  type CataloguePage,
  catalogueAnswer,
  type Offer,
  offersAnswer,
  type ShelfItem,
  shelfAnswer,
} from '#backend/domain/product/catalogue.contract.ts'
import { readChoice } from '#backend/domain/product/facets.limits.ts'
import { catalogueQuery, shelfQuery } from '#backend/domain/product/product.contract.ts'
import { offerDays, pageSize } from '#backend/domain/product/product.limits.ts'
import { Buckets, queryTime } from '#backend/http/admission/buckets.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { clientNetwork } from '#backend/http/middleware/client-address.ts'
import { ApiProblem } from '#backend/http/middleware/problems.ts'
import { tooMany } from '#backend/http/middleware/rate-limit.ts'
import { waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { questionOf } from '#backend/http/middleware/response-cache.ts'
import { type CatalogueFilter, resultSetKey } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import { CatalogueQuestion } from '#backend/readmodels/catalogue/in-memory/catalogue-question.ts'
import type { LiveCatalogue } from '#backend/readmodels/catalogue/in-memory/live-catalogue.ts'

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

const dayMs = 86_400_000

/** Answers from the in-memory catalogue. */
export function catalogueRoutes(shop: ApiShop) {
  return new Hono<ApiEnv>()
    .get('/', allow('optional', calls.page, { query: catalogueQuery }), async (c) => {
      const filter = filterOf(c.req.valid('query'))
      const { sort, direction, size, page } = filter
      const asks = filter.q ? (['catalogue', 'synonyms'] as const) : (['catalogue'] as const)
      await waitForOwnWrites(c, asks, shop.catalogue)
      const question = questionOf('/api/catalogue', { filter: resultSetKey(filter), sort, direction, size, page })
      const textOf = answersTo(shop.catalogue, new CatalogueQuestion(filter))
      return timed(c, shop, filter, () => {
        const answer = shop.cache.assembled<CataloguePage>(c, question, textOf)
        if (!answer) throw unknownCategory()
        return answer
      })
    })
    .route('/', listRoutes(shop))
}

/** Outside the handler, because the cache keeps this closure and would otherwise keep the whole request alive. */
function answersTo(live: LiveCatalogue, asked: CatalogueQuestion) {
  return (isLateAllowed: boolean) => asked.answer(live.catalogue, isLateAllowed)
}

const queryBudget = new Buckets(queryTime)

/** Charges uncached queries to the network's budget; refuses a network without budget. */
function timed<Answer>(
  c: Context<ApiEnv>,
  { catalogue: live }: ApiShop,
  filter: CatalogueFilter,
  answer: () => Answer,
): Answer {
  const { trustedProxies, factor } = c.get('requestLimits')
  const network = clientNetwork(c, trustedProxies)
  // Server-side rendering calls too, but has its own budget.
  if (network === 'local' || live.catalogue.resultSets.has(filter)) return answer()
  const begun = performance.now()
  const waitMs = queryBudget.waitMs(network, begun)
  if (waitMs > 0) throw tooMany('too_many_requests', Math.ceil(waitMs / 1000))
  const answered = answer()
  const now = performance.now()
  queryBudget.spend(network, (now - begun) / factor, now)
  return answered
}

function listRoutes(shop: ApiShop) {
  return new Hono<ApiEnv>()
    .get('/offers', allow('optional', calls.offers), async (c) => {
      await waitForOwnWrites(c, ['catalogue'], shop.catalogue)
      const since = new Date(shop.now().getTime() - offerDays * dayMs)
      const make = async (): Promise<{ json: Offer[] }> => ({ json: shop.catalogue.catalogue.offers(since) })
      return shop.cache.answer(c, '/api/catalogue/offers', ['catalogue'], make)
    })
    .get('/shelf', allow('optional', calls.shelf, { query: shelfQuery }), async (c) => {
      const { of, beside } = c.req.valid('query')
      await waitForOwnWrites(c, ['catalogue'], shop.catalogue)
      const product = beside === undefined ? undefined : Number(beside)
      const make = async (): Promise<{ json: ShelfItem[] }> => ({ json: shop.catalogue.catalogue.shelf(of, product) })
      return shop.cache.answer(c, questionOf('/api/catalogue/shelf', { of, beside }), ['catalogue'], make)
    })
}

type Asked = z.output<typeof catalogueQuery>

/** Equal choices come out alike, in whatever order and spelling they were sent. */
function filterOf({ q, category, sort, direction, size, page, ...chosen }: Asked): CatalogueFilter {
  const order = { sort, direction, size: Number(size ?? pageSize), page: Number(page ?? 1) }
  return { q: q || undefined, category, ...readChoice(chosen), ...order }
}

function unknownCategory(): ApiProblem {
  return new ApiProblem('validation', {
    errors: [{ field: 'category', code: 'unknown', message: 'La categoría no existe.' }],
  })
}
