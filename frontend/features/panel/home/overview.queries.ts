// One query per part of the section Inicio, so that a failure stays isolated.
import { answered, panelApi } from '#frontend/api.ts'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'

const { sales, products, reviews, accounts } = panelApi.overview

/** Polls every ten seconds; hidden pages stop polling. */
function overviewQuery<Answer>(part: string, queryFn: () => Promise<Answer>) {
  return { ...panelQuery('overview', { part }, queryFn), refetchInterval: 10_000 }
}

export const salesOverviewQuery = overviewQuery('sales', () => answered(sales.$get()))
export const productsOverviewQuery = overviewQuery('products', () => answered(products.$get()))
export const reviewsOverviewQuery = overviewQuery('reviews', () => answered(reviews.$get()))
export const accountsOverviewQuery = overviewQuery('accounts', () => answered(accounts.$get()))
