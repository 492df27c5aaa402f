// A product as it goes over the wire: the catalogue's row with its reviews, in the shape the spec's client expects.
import type { z } from 'zod'
import type { newProduct } from '#backend/domain/product/product.contract.ts'
import { type CatalogueItem, findProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { listReviews, type ReviewView } from '#backend/readmodels/reviews/reviews.queries.ts'

export type ProductView = CatalogueItem & {
  reviewsTexts: { userId: number; mensaje: string }[]
  /** Parallel to reviewsTexts. */
  reviewsScores: number[]
  reviews: ReviewView[]
}

/** The items with their reviews, in the same order. */
export async function withReviews(db: Database, items: readonly CatalogueItem[]): Promise<ProductView[]> {
  const reviews = await listReviews(
    db,
    items.map((item) => item.id),
  )
  return items.map((item) => {
    const own = reviews.get(item.id) ?? []
    return {
      ...item,
      reviewsTexts: own.map(({ userId, text }) => ({ userId, mensaje: text })),
      reviewsScores: own.map((review) => review.score),
      reviews: own,
    }
  })
}

/** One product whatever its state, or null. */
export async function findProductView(db: Database, id: number): Promise<ProductView | null> {
  const [view] = await withReviews(db, await findProducts(db, [id]))
  return view ?? null
}

/** A product that was just added, as it goes over the wire before the catalogue shows it. */
export function newProductView(id: number, product: z.infer<typeof newProduct>): ProductView {
  const { specs = [], ...texts } = product
  const unrated = { rating: { average: null, count: 0 }, reviewsTexts: [], reviewsScores: [], reviews: [] }
  return { id, ...texts, specs, isActive: true, ...unrated }
}
