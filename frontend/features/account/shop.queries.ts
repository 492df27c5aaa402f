// What the shop says about itself.
import { queryOptions } from '@tanstack/react-query'
import { answered, shopApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

/** The address of the shop's support; it stays the same while the page is open. */
export const shopQuery = queryOptions({
  queryKey: queryKeys.shop,
  queryFn: () => answered(shopApi.index.$get()),
  staleTime: Number.POSITIVE_INFINITY,
})
