import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { answered, auditApi, panelApi, productApi } from '#frontend/api.ts'
import { type ListAddress, listCall } from '#frontend/features/panel/panel-address.ts'
import { askAnew } from '#frontend/features/panel/products/products.queries.ts'
import { queryKeys } from '#frontend/query-keys.ts'

export function reviewedQuery(address: ListAddress) {
  const query = listCall('reviewed', address)
  return queryOptions({
    queryKey: queryKeys.panel.list('reviewed', query),
    queryFn: () => answered(panelApi.reviewed.$get({ query })),
    placeholderData: keepPreviousData,
  })
}

export function reviewedProductQuery(productId: number) {
  return queryOptions({
    queryKey: queryKeys.panel.list('reviewed product', { productId }),
    queryFn: () => answered(productApi[':id'].$get({ param: { id: String(productId) } })),
  })
}

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
export function deletedReviewsQuery(of: string) {
  return queryOptions({
    queryKey: queryKeys.panel.list('deleted reviews', { of }),
    queryFn: async () => (await answered(auditApi.reviews.$get({ query: { of } }))).reviews,
  })
}

export type Deletion = { productId: number; userId: number; reason: string | null }

export function deleteReview({ productId, userId: reviewId, reason }: Deletion): Promise<unknown> {
  return answered(productApi.deletereviewscore.$post({ json: { productId, reviewId, ...(reason && { reason }) } }))
}

/** Refetches panel and shop. */
export function useDeleteReview(productId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (deletion: Omit<Deletion, 'productId'>) => deleteReview({ productId, ...deletion }),
    onSettled: () => askAnew(queryClient, productId),
  })
}
