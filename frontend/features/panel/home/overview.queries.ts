// One query per part of the section Inicio, so that a failure stays isolated.
import { queryOptions } from '@tanstack/react-query'
import { answered, panelApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

/** Polling interval in milliseconds; hidden pages stop polling. */
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
