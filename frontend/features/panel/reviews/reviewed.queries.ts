import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { answered, auditApi, panelApi, productApi, type Review } from '#frontend/api.ts'
import { hasCode } from '#frontend/api-error.ts'
import { type ListAddress, listCall } from '#frontend/features/panel/panel-address.ts'
import { panelPageQuery, panelQuery, usePanelChange } from '#frontend/features/panel/panel-query.ts'
import { useAskAnew, withProducts } from '#frontend/features/panel/products/products.queries.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { toastWarning } from '#frontend/ui/notice/toast.ts'

export function reviewedQuery(address: ListAddress) {
  const query = listCall('reviewed', address)
  return panelPageQuery('reviewed', query, () => answered(panelApi.reviewed.$get({ query })))
}

export const reviewedProductQuery = (productId: number) =>
  panelQuery('reviewed product', { productId }, () =>
    answered(productApi[':id'].$get({ param: { id: String(productId) } })),
  )

export function reviewsQuery(productId: number) {
  return infiniteQueryOptions({
    queryKey: queryKeys.panel.list('reviews', { productId }),
    queryFn: ({ pageParam }) =>
      answered(
        productApi[':id'].reviews.$get({ param: { id: String(productId) }, query: { page: String(pageParam) } }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  })
}

/** Why reviews of a product (`product-3`) or by an account (`user-7`) were deleted, the newest first. */
export const deletedReviewsQuery = (of: string) =>
  panelQuery('deleted reviews', { of }, async () => (await answered(auditApi.reviews.$get({ query: { of } }))).reviews)

export type Deletion = { productId: number; userId: number; reason: string | null }

export function deleteReview({ productId, userId: reviewId, reason }: Deletion): Promise<unknown> {
  return answered(productApi.deletereviewscore.$post({ json: { productId, reviewId, ...(reason && { reason }) } }))
}

export function useDeleteReview(productId: number) {
  return usePanelChange(
    (deletion: Omit<Deletion, 'productId'>) => deleteReview({ productId, ...deletion }),
    withProducts,
  )
}

/** `answer`: null withdraws; `seen`: the review as the answer is to it. */
export function useAnswerReview(productId: number) {
  return useMutation({
    mutationFn: ({
      answer,
      seen: { userId, text, score, answer: before },
    }: {
      answer: string | null
      seen: Review
    }) => {
      const seen = { text, score, answer: before?.text ?? null }
      return answered(productApi.answerreview.$post({ json: { productId, reviewId: userId, answer, seen } }))
    },
    // Asking anew takes the review away, and the dialog with it.
    onError: (error) => hasCode(error, 'not_found') && toastWarning('La reseña ya no está: alguien la eliminó.'),
    onSettled: useAskAnew(),
  })
}
