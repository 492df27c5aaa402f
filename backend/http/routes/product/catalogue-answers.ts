// Answers from the catalogue in memory, each cached until a product in it changes, or its members, their order or a count;
// so that sales cause no queries.
import type { Context } from 'hono'
import { toDecimal } from '#backend/domain/money.ts'
import type {
  CatalogueItem,
  CataloguePage,
  Offer,
  PriceHistoryView,
  ShelfItem,
} from '#backend/domain/product/catalogue.contract.ts'
import { type FacetChoice, type FacetParam, facetParams, paramNames } from '#backend/domain/product/facets.limits.ts'
import { pricePoints } from '#backend/domain/product/price-points.ts'
import { pageSize, type shelves } from '#backend/domain/product/product.limits.ts'
import type { ReviewView } from '#backend/domain/review/review.contract.ts'
import { reviewsPerPage } from '#backend/domain/review/review.limits.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import { listsOfCatalogue, type Shown } from '#backend/http/middleware/cached-by-row.ts'
import { questionOf } from '#backend/http/middleware/response-cache.ts'
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import type { InMemoryCatalogue } from '#backend/readmodels/catalogue/in-memory/catalogue.ts'
import { cataloguePage } from '#backend/readmodels/catalogue/in-memory/catalogue-page.ts'
import { listReviews } from '#backend/readmodels/reviews/reviews.queries.ts'
import { findReviewsPage, type ReviewsPart, viewOf } from './product-views.ts'

type Parts = Pick<ApiShop, 'cache' | 'now'> & { catalogue: { readonly catalogue: InMemoryCatalogue } }
type Page = { json?: CataloguePage; text: string; ids: number[] }

export function catalogueAnswers({ cache, now, catalogue: live }: Parts) {
  return {
    /** Null for an unknown category. `timed` runs what makes an answer that is not cached. */
    page(c: Context, filter: CatalogueFilter, timed: (make: () => Page | null) => Page | null) {
      const make = async () => timed(() => cataloguePage(live.catalogue, filter))
      return cache.answer<Page | null>(c, questionFor(filter), ({ ids }) => showing(ids), make)
    },

    offers(c: Context) {
      const make = async (): Promise<{ json: Offer[]; until: number }> => {
        const { offers, until } = live.catalogue.offers(now())
        return { json: offers, until }
      }
      return cache.answer(c, '/api/catalogue/offers', ({ json }) => showing(json.map(({ id }) => id)), make)
    },

    /** `beside`: a product's id. */
    shelf(c: Context, of: (typeof shelves)[number], beside?: number) {
      const make = async (): Promise<{ json: ShelfItem[] }> => ({ json: live.catalogue.shelf(of, beside) })
      const question = questionOf('/api/catalogue/shelf', { of, beside })
      return cache.answer(c, question, ({ json }) => showing(json.map(({ id }) => id)), make)
    },
  }
}

function showing(ids: readonly number[]): Shown[] {
  return [listsOfCatalogue, ...ids.map((id): Shown => `catalogue ${id}`)]
}

/** The address in one spelling, so that whoever asks by it is answered before anything else. */
function questionFor({ q, category, sort, direction, size, page, ...chosen }: CatalogueFilter): string {
  return questionOf('/api/catalogue', {
    q,
    category,
    ...choiceTexts(chosen),
    sort,
    direction,
    size: size === pageSize ? undefined : size,
    page: page === 1 ? undefined : page,
  })
}

function choiceTexts(chosen: FacetChoice): Record<string, string> {
  const texts = paramNames.flatMap((name) => {
    const [param, value]: [FacetParam, unknown] = [facetParams[name], chosen[name]]
    if (value === undefined) return []
    return [[name, param.kind === 'list' ? param.join(value as unknown[]) : `${value as string | number}`]]
  })
  return Object.fromEntries(texts)
}

/** Cached until product, reviews or authors change; null for products not on sale. */
export function answerProduct(c: Context, id: number) {
  return answerPublic(c, id, `/api/product/${id}`, async (product) =>
    viewOf(product, await reviewsOf(c, id, { most: reviewsPerPage }), c.var.shop.catalogue.catalogue.schemas),
  )
}

/** Null for products not on sale. Read from the log, until the product's row changes. */
export function answerPrices(c: Context, id: number) {
  const { cache, catalogue, store, currency } = c.var.shop
  return cache.answer(
    c,
    `/api/product/${id}/prices`,
    [`catalogue ${id}`],
    async (): Promise<{ json: PriceHistoryView } | null> => {
      if (!catalogue.find(id)?.isActive) return null
      const events = (await store.readStreams([`product-${id}`])).get(`product-${id}`) ?? []
      const points = pricePoints(events).map(({ at, price }) => ({
        at: at.toISOString(),
        price: price && toDecimal(price.priceCents),
        netPrice: price && toDecimal(price.netCents),
      }))
      return { json: { currency, points } }
    },
  )
}

export function answerReviews(c: Context, id: number, { page, ...which }: ReviewsPart) {
  const question = questionOf(`/api/product/${id}/reviews`, { ...which, page: page > 1 ? page : undefined })
  return answerPublic(c, id, question, (product) =>
    findReviewsPage(product, { page, ...which }, (part) => reviewsOf(c, id, part)),
  )
}

function answerPublic<View extends { reviews: ReviewView[] }>(
  c: Context,
  id: number,
  question: string,
  make: (product: CatalogueItem) => Promise<View>,
) {
  const { cache, catalogue } = c.var.shop
  const shows = ({ json }: { json: View }): Shown[] => [`catalogue ${id}`, ...shownBy(id, json.reviews)]
  return cache.answer(c, question, shows, async (): Promise<{ json: View } | null> => {
    const product = catalogue.find(id)
    return product?.isActive ? { json: await make(product) } : null
  })
}

function reviewsOf(c: Context, id: number, part: Parameters<typeof listReviews>[2]): Promise<ReviewView[]> {
  const { cache, db } = c.var.shop
  const name = questionOf(`reviews of product ${id}`, { from: part.from, score: part.score, order: part.order })
  const find = async () => (await listReviews(db, [id], part)).get(id) ?? []
  return cache.part<ReviewView[]>(c, name, (reviews) => shownBy(id, reviews), find)
}

/** Includes authors and their purchases. */
function shownBy(id: number, reviews: readonly ReviewView[]): Shown[] {
  return [`reviews ${id}`, ...reviews.flatMap(({ userId }): Shown[] => [`users ${userId}`, `purchases ${userId}`])]
}
