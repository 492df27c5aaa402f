// First queries of the public screens: started on navigation without waiting; the server waits for them.
import { shopQuery } from '#frontend/features/account/shop.queries.ts'
import {
  catalogueQuery,
  offersQuery,
  productQuery,
  shelfQuery,
} from '#frontend/features/catalogue/catalogue.queries.ts'
import type { CatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { reviewsQuery } from '#frontend/features/reviews/reviews.queries.ts'
import { comeWithProduct, type ReviewsAsked } from '#frontend/features/reviews/reviews-asked.ts'
import type { Context } from '#frontend/guards.ts'

type Way<Params = object, Search = object> = { context: Context; params: Params; deps: Search; preload: boolean }

export function readLanding({ context: { queryClient } }: Pick<Way, 'context'>): void {
  void queryClient.prefetchQuery(offersQuery)
  for (const of of ['newest', 'bestRated'] as const) void queryClient.prefetchQuery(shelfQuery({ of }))
}

export function readHome({ context, deps }: Pick<Way<object, CatalogueSearch>, 'context' | 'deps'>): void {
  void context.queryClient.prefetchQuery(catalogueQuery(deps))
}

export function readProduct({
  context: { queryClient },
  params: { id },
  deps,
  preload,
}: Way<{ id: number }, ReviewsAsked>): void {
  void queryClient.prefetchQuery(productQuery(id))
  if (!comeWithProduct(deps)) void queryClient.prefetchQuery(reviewsQuery(id, deps))
  // Skipped on hover, since the visitor may not come.
  if (!preload) void queryClient.prefetchQuery(shelfQuery({ of: 'bestRated', beside: id }))
}

export function readReviewed({ context, params }: Pick<Way<{ id: number }>, 'context' | 'params'>): void {
  void context.queryClient.prefetchQuery(productQuery(params.id))
}

export function readContact({ context }: Pick<Way, 'context'>): void {
  void context.queryClient.prefetchQuery(shopQuery)
}
