// What the section Inicio follows: a query for each part, so that one that fails leaves the others alone.
import { queryOptions } from '@tanstack/react-query'
import { answered, panelApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

/** Milliseconds between two looks; a page that is not in sight looks no more. */
const followEvery = 10_000

export const salesOverviewQuery = queryOptions({
  queryKey: queryKeys.panel.list('overview', { part: 'sales' }),
  queryFn: () => answered(panelApi.overview.sales.$get()),
  refetchInterval: followEvery,
})
export const productsOverviewQuery = queryOptions({
  queryKey: queryKeys.panel.list('overview', { part: 'products' }),
  queryFn: () => answered(panelApi.overview.products.$get()),
  refetchInterval: followEvery,
})
export const reviewsOverviewQuery = queryOptions({
  queryKey: queryKeys.panel.list('overview', { part: 'reviews' }),
  queryFn: () => answered(panelApi.overview.reviews.$get()),
  refetchInterval: followEvery,
})
export const accountsOverviewQuery = queryOptions({
  queryKey: queryKeys.panel.list('overview', { part: 'accounts' }),
  queryFn: () => answered(panelApi.overview.accounts.$get()),
  refetchInterval: followEvery,
})
