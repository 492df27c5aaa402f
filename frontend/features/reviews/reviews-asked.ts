// Which of a product's reviews are shown, as the address of its page says it.
import { reviewOrders } from '#backend/domain/review/review.limits.ts'

/** What the address of /product/{id} may say; what it does not say is the default: all, newest first, from the beginning. */
export type ReviewsAsked = {
  /** Only those that give so many. */
  stars?: number | undefined
  /** By score; of one number of stars there is nothing to order. */
  order?: (typeof reviewOrders)[number] | undefined
  /** From 2. */
  page?: number | undefined
}

/** Of a page of reviews in an address. */
const lastPage = 9_999_999

/** Reads the address. What makes no sense is left out. */
export function readReviewsAsked(raw: Record<string, unknown>): ReviewsAsked {
  const [stars, page] = [Number(raw.stars), Number(raw.page)]
  const asked: ReviewsAsked = {}
  const order = reviewOrders.find((each) => each === raw.order)
  if ([1, 2, 3, 4, 5].includes(stars)) asked.stars = stars
  else if (order) asked.order = order
  if (Number.isInteger(page) && page > 1 && page <= lastPage) asked.page = page
  return asked
}

/** Whether they come with the product. */
export function comeWithProduct({ stars, order, page }: ReviewsAsked): boolean {
  return stars === undefined && order === undefined && page === undefined
}
