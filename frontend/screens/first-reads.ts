// What the screens that everybody may see read first: begun with the way to them, not awaited; the server waits for it before it renders them.
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

/** What became cheaper, the newest, and what buyers rate best. */
export function readLanding({ context: { queryClient } }: Pick<Way, 'context'>): void {
  void queryClient.prefetchQuery(offersQuery)
  for (const of of ['newest', 'bestRated'] as const) void queryClient.prefetchQuery(shelfQuery({ of }))
}

/** The page of the catalogue that the address asks for. */
export function readHome({ context, deps }: Pick<Way<object, CatalogueSearch>, 'context' | 'deps'>): void {
  void context.queryClient.prefetchQuery(catalogueQuery(deps))
}

/** A product with the reviews that the address asks for, and what else there is of its category. */
export function readProduct({
  context: { queryClient },
  params: { id },
  deps,
  preload,
}: Way<{ id: number }, ReviewsAsked>): void {
  void queryClient.prefetchQuery(productQuery(id))
  if (!comeWithProduct(deps)) void queryClient.prefetchQuery(reviewsQuery(id, deps))
  // Whoever only points at a link may not come.
  if (!preload) void queryClient.prefetchQuery(shelfQuery({ of: 'bestRated', beside: id }))
}

/** A product that somebody writes a review of. */
export function readReviewed({ context, params }: Pick<Way<{ id: number }>, 'context' | 'params'>): void {
  void context.queryClient.prefetchQuery(productQuery(params.id))
}

/** Where mails reach the shop. */
export function readContact({ context }: Pick<Way, 'context'>): void {
  void context.queryClient.prefetchQuery(shopQuery)
}
