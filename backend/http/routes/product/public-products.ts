// Public products and reviews: from the in-memory catalogue and a cache, so that sales cause no queries.
import type { Context } from 'hono'
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import type { ReviewView } from '#backend/domain/review/review.contract.ts'
import { reviewsPerPage } from '#backend/domain/review/review.limits.ts'
import type { Shown } from '#backend/http/middleware/cached-by-row.ts'
import { questionOf } from '#backend/http/middleware/response-cache.ts'
import { listReviews } from '#backend/readmodels/reviews/reviews.queries.ts'
import { findReviewsPage, type ReviewsPart, viewOf } from './product-views.ts'

/** Cached until product, reviews or authors change; null for products not on sale. */
export function answerProduct(c: Context, id: number) {
  return answerPublic(c, id, `/api/product/${id}`, async (product) =>
    viewOf(product, await reviewsOf(c, id, { most: reviewsPerPage })),
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
