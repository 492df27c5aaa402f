import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answered, productApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

type NewReview = { userId: number; productId: number; text: string; score: number }

/** Posts or revises the caller's review, then shows the product from the server's answer. */
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
