import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answered, productApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import type { ReviewsAsked } from './reviews-asked.ts'

export function reviewsQuery(productId: number, asked: ReviewsAsked) {
  return queryOptions({
    queryKey: queryKeys.reviews.page(productId, asked),
    queryFn: () => answered(productApi[':id'].reviews.$get({ param: { id: String(productId) }, query: callOf(asked) })),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
}

function callOf({ stars, order, page }: ReviewsAsked) {
  return {
    ...(stars !== undefined && { score: String(stars) }),
    ...(order && { order }),
    ...(page !== undefined && { page: String(page) }),
  }
}
