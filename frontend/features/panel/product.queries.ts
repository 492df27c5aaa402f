// The panel's products: the list, and changing one.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answered, type PanelProduct, panelApi, productApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { listCall, type PanelAddress } from './panel-address.ts'

/** A page of all products, whatever their state, by id. */
export function panelProductsQuery(address: Pick<PanelAddress, 'q' | 'page'>) {
  const query = listCall(address)
  return queryOptions({
    queryKey: queryKeys.panel.list('products', query),
    queryFn: () => answered(panelApi.products.$get({ query })),
    placeholderData: keepPreviousData,
  })
}

/** What a product is to be; the stock moves from the one that `seen` shows, so that a sale in between is kept. */
export type ProductChange = { seen: PanelProduct; change: Partial<Omit<PanelProduct, 'id' | 'rating'>> }

/** Saves the whole product with some parts changed; panel and shop are asked anew. */
export function useSaveProduct() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ seen, change }: ProductChange) => {
      const { rating: _, ...product } = seen
      return answered(productApi.modifyproduct.$post({ json: { ...product, stockSeen: seen.stock, ...change } }))
    },
    onSettled: (_, __, { seen }) =>
      Promise.all(
        [queryKeys.panel.all, queryKeys.catalogue.all, queryKeys.product(seen.id)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
