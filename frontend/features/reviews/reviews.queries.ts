// Reads of a product's further reviews, and posting one.
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answered, productApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

type NewReview = { userId: number; productId: number; text: string; score: number }

/** The pages of reviews after the one that came with the product; with `score`, all pages of those that give it. */
export function reviewPagesQuery(productId: number, score: number | null) {
  return infiniteQueryOptions({
    queryKey: queryKeys.reviews.pages(productId, score),
    queryFn: ({ pageParam }) =>
      answered(
        productApi[':id'].reviews.$get({
          param: { id: String(productId) },
          query: { page: String(pageParam), ...(score !== null && { score: String(score) }) },
        }),
      ),
    initialPageParam: score === null ? 2 : 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    staleTime: 15_000,
  })
}

/** Posts or revises the caller's review of a product; the product shown afterwards is the server's answer. */
export function usePostReview() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, productId, text, score }: NewReview) =>
      answered(
        productApi.addreviewscore.$post({
          json: { textReview: { userId, mensaje: text }, score: { userId, score }, productId },
        }),
      ),
    onSuccess: (product) => {
      queryClient.setQueryData(queryKeys.product(product.id), product)
      queryClient.removeQueries({ queryKey: queryKeys.reviews.of(product.id) })
      return queryClient.invalidateQueries({ queryKey: queryKeys.catalogue.all })
    },
  })
}
