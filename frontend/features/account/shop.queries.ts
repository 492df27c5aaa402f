import { queryOptions } from '@tanstack/react-query'
import { answered, shopApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

export const shopQuery = queryOptions({
  queryKey: queryKeys.shop,
  queryFn: () => answered(shopApi.index.$get()),
  staleTime: Number.POSITIVE_INFINITY,
})
