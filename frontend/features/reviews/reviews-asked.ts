import { reviewOrders } from '#backend/domain/review/review.limits.ts'

/** State of the reviews in the address of /product/{id}. Defaults: all, newest first, first page. */
export type ReviewsAsked = {
  stars?: number | undefined
  /** Order by score; meaningless for a single score. */
  order?: (typeof reviewOrders)[number] | undefined
  page?: number | undefined
}

const lastPage = 9_999_999

/** Ignores invalid parts. */
export function readReviewsAsked(raw: Record<string, unknown>): ReviewsAsked {
  const [stars, page] = [Number(raw.stars), Number(raw.page)]
  const asked: ReviewsAsked = {}
  const order = reviewOrders.find((each) => each === raw.order)
  if ([1, 2, 3, 4, 5].includes(stars)) asked.stars = stars
  else if (order) asked.order = order
  if (Number.isInteger(page) && page > 1 && page <= lastPage) asked.page = page
  return asked
}

/** True for the reviews that the product's answer includes. */
export function comeWithProduct({ stars, order, page }: ReviewsAsked): boolean {
  return stars === undefined && order === undefined && page === undefined
}
