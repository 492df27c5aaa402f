import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { shelves } from '#backend/domain/product/product.limits.ts'
import { answered, catalogueApi, productApi } from '#frontend/api.ts'
import { ApiError } from '#frontend/api-error.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { type CatalogueSearch, catalogueCall } from './catalogue-search.ts'

export function catalogueQuery(search: CatalogueSearch) {
  return queryOptions({
    queryKey: queryKeys.catalogue.page(search),
    queryFn: () => answered(catalogueApi.index.$get({ query: catalogueCall(search) })),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })
}

/** `beside`: excludes this product and takes its category; otherwise the whole shop. */
export type Shelf = { of: (typeof shelves)[number]; beside?: number }

export function shelfQuery({ of, beside }: Shelf) {
  return queryOptions({
    queryKey: queryKeys.catalogue.shelf(of, beside),
    queryFn: () =>
      answered(catalogueApi.shelf.$get({ query: { of, ...(beside !== undefined && { beside: String(beside) }) } })),
    staleTime: 60_000,
  })
}

export const offersQuery = queryOptions({
  queryKey: queryKeys.catalogue.offers,
  queryFn: () => answered(catalogueApi.offers.$get()),
  staleTime: 60_000,
})

/** An invalid id counts as not found without a request. */
export function productQuery(id: number) {
  return queryOptions({
    queryKey: queryKeys.product(id),
    queryFn: () => {
      if (id < 1) throw new ApiError(404, { code: 'not_found' })
      return answered(productApi[':id'].$get({ param: { id: String(id) } }))
    },
    staleTime: 15_000,
  })
}
