import { queryOptions } from '@tanstack/react-query'
import { answered, shopApi } from './api.ts'
import { queryKeys } from './query-keys.ts'

export const shopQuery = queryOptions({
  queryKey: queryKeys.shop,
  queryFn: () => answered(shopApi.index.$get()),
  staleTime: 60_000,
})
