// A product as it goes over the wire: the catalogue's row with its reviews, in the shape the spec's client expects.
import type { z } from 'zod'
import { withFirst } from '#backend/domain/product/gallery.limits.ts'
import type { newProduct } from '#backend/domain/product/product.contract.ts'
import { fromWire, toWire, withDefaults } from '#backend/domain/product/product-fields.ts'
import { reviewsPerPage } from '#backend/domain/review/review.limits.ts'
import { type CatalogueItem, findProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { listReviews, type ReviewView } from '#backend/readmodels/reviews/reviews.queries.ts'

/** With each product of a list; the screens of lists show none, and a thousand products must stay one answer. */
const reviewsInLists = 5

export type ProductView = CatalogueItem & {
  /** Of the newest reviews, as `reviews`; `rating.count` says how many there are. */
  reviewsTexts: { userId: number; mensaje: string }[]
  /** Parallel to reviewsTexts. */
  reviewsScores: { userId: number; score: number }[]
  reviews: ReviewView[]
}

/** The items of a list with their newest reviews, in the same order. */
export async function withReviews(
  db: Database,
  items: readonly CatalogueItem[],
  most = reviewsInLists,
): Promise<ProductView[]> {
  const reviews = await listReviews(
    db,
    items.map((item) => item.id),
    { most },
  )
  return items.map((item) => viewOf(item, reviews.get(item.id) ?? []))
}

/** A product with these reviews. */
export function viewOf(item: CatalogueItem, reviews: ReviewView[]): ProductView {
  return {
    ...item,
    reviewsTexts: reviews.map(({ userId, text }) => ({ userId, mensaje: text })),
    reviewsScores: reviews.map(({ userId, score }) => ({ userId, score })),
    reviews,
  }
}

/** One product whatever its state with the first page of its reviews, or null. */
export async function findProductView(db: Database, id: number): Promise<ProductView | null> {
  const [view] = await withReviews(db, await findProducts(db, [id]), reviewsPerPage)
  return view ?? null
}

export type ReviewsPage = { reviews: ReviewView[]; total: number; page: number; pageSize: number; pages: number }

/** Which page of a product's reviews, from 1; see listReviews. */
export type ReviewsPart = { page: number } & Pick<Parameters<typeof listReviews>[2], 'score' | 'order'>

/** A page of a product's reviews. `find`: some of its reviews. */
export async function findReviewsPage(
  { rating }: CatalogueItem,
  { page, ...which }: ReviewsPart,
  find: (part: Parameters<typeof listReviews>[2]) => Promise<ReviewView[]>,
): Promise<ReviewsPage> {
  const total = which.score === undefined ? rating.count : (rating.scores[which.score] ?? 0)
  const part = { most: reviewsPerPage, from: (page - 1) * reviewsPerPage, ...which }
  const reviews = part.from < total ? await find(part) : []
  return { reviews, total, page, pageSize: reviewsPerPage, pages: Math.ceil(total / reviewsPerPage) }
}

/** A product that was just added, before the catalogue shows it. */
export function newProductView(id: number, entry: z.infer<typeof newProduct>): ProductView {
  const product = withDefaults(fromWire(entry))
  const gallery = withFirst(product.pictures, product.imageUrl)
  const unrated = { rating: { average: null, count: 0, scores: {} }, reviewsTexts: [], reviewsScores: [], reviews: [] }
  return { id, ...toWire(product), stock: entry.stock, pictures: gallery, ...unrated }
}
