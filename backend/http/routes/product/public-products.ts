// Public products and reviews: from the in-memory catalogue and a cache, so that sales cause no queries.
import type { Context } from 'hono'
import type { ReviewView } from '#backend/domain/review/review.contract.ts'
import { reviewsPerPage } from '#backend/domain/review/review.limits.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Shown } from '#backend/http/middleware/cached-by-row.ts'
import { questionOf } from '#backend/http/middleware/response-cache.ts'
import { listReviews } from '#backend/readmodels/reviews/reviews.queries.ts'
import { findReviewsPage, type ReviewsPart, viewOf } from './product-views.ts'

/** Cached until product, reviews or authors change; null for products not on sale. */
export class PublicProducts {
  readonly #shop: ApiShop

  constructor(shop: ApiShop) {
    this.#shop = shop
  }

  async product(c: Context, id: number) {
    return this.#answer(c, id, questionOf(`/api/product/${id}`), async () => {
      const product = this.#find(id)
      return product ? viewOf(product, await this.#reviews(c, id, { most: reviewsPerPage })) : null
    })
  }

  async reviews(c: Context, id: number, { page, ...which }: ReviewsPart) {
    const question = questionOf(`/api/product/${id}/reviews`, { ...which, page: page > 1 ? page : undefined })
    return this.#answer(c, id, question, async () => {
      const product = this.#find(id)
      return product ? findReviewsPage(product, { page, ...which }, (part) => this.#reviews(c, id, part)) : null
    })
  }

  #find(id: number) {
    const product = this.#shop.catalogue.find(id)
    return product?.isActive ? product : undefined
  }

  #answer<View extends { reviews: ReviewView[] }>(
    c: Context,
    id: number,
    question: string,
    make: () => Promise<View | null>,
  ) {
    const shows = ({ json }: { json: View }): Shown[] => [`catalogue ${id}`, ...shownBy(id, json.reviews)]
    return this.#shop.cache.answer(c, question, shows, async (): Promise<{ json: View } | null> => {
      const json = await make()
      return json && { json }
    })
  }

  #reviews(c: Context, id: number, part: Parameters<typeof listReviews>[2]): Promise<ReviewView[]> {
    const name = questionOf(`reviews of product ${id}`, { from: part.from, score: part.score, order: part.order })
    const find = async () => (await listReviews(this.#shop.db, [id], part)).get(id) ?? []
    return this.#shop.cache.part<ReviewView[]>(c, name, (reviews) => shownBy(id, reviews), find)
  }
}

/** Includes authors and their purchases. */
function shownBy(id: number, reviews: readonly ReviewView[]): Shown[] {
  return [`reviews ${id}`, ...reviews.flatMap(({ userId }): Shown[] => [`users ${userId}`, `purchases ${userId}`])]
}
