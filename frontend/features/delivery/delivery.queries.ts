import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Address } from '#backend/domain/address.limits.ts'
import { answered, deliveryApi, userApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

export function deliveryQuery(postalCode: string) {
  return queryOptions({
    queryKey: queryKeys.delivery.to(postalCode),
    queryFn: () => answered(deliveryApi.index.$get({ query: { postalCode } })),
    staleTime: 60_000,
  })
}

export function addressQuery(userId: number) {
  return queryOptions({
    queryKey: queryKeys.address(userId),
    queryFn: async () => (await answered(userApi[':id'].address.$get({ param: { id: String(userId) } }))).address,
    staleTime: 60_000,
  })
}

export function useSaveAddress(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (address: Address | null) => answered(userApi.address.$post({ json: { userId, address } })),
    onSuccess: ({ address }) => queryClient.setQueryData(queryKeys.address(userId), address),
  })
}
