import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fromWire, toWire, writeWire } from '#backend/domain/product/product-fields.ts'
import { lastPage } from '#backend/domain/views/panel-lists.limits.ts'
import { answered, auditApi, catalogueApi, type PanelProduct, panelApi, productApi } from '#frontend/api.ts'
import { ApiError } from '#frontend/api-error.ts'
import { type ListAddress, listCall } from '#frontend/features/panel/panel-address.ts'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { panelPageQuery, panelQuery, usePanelChange } from '#frontend/features/panel/panel-query.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { type EntryErrors, formLabels, type Picture, type ProductValues } from './product-entry.ts'

export function panelProductsQuery(address: ListAddress) {
  const query = listCall('products', address)
  return panelPageQuery('products', query, () => answered(panelApi.products.$get({ query })))
}

/** A change of the product as `seen`: stock moves by the difference, and other admins' changes are kept. */
export type ProductChange = { seen: PanelProduct; change: Partial<Omit<PanelProduct, 'id' | 'rating'>> }

/** Saves the whole product with some parts changed; refetches panel and shop. */
export function useSaveProduct() {
  return usePanelChange(saveProduct, withProducts)
}

type FormSeen = NonNullable<Parameters<typeof productApi.modifyproduct.$post>[0]['json']['seen']>

/** Sends only the product's fields; doesn't refetch. */
export function saveProduct({ seen: product, change }: ProductChange) {
  const { stock, ...seen } = toWire(fromWire(product))
  const { specs: _, pictures: __, ...texts } = seen satisfies Required<FormSeen>
  const json = { id: product.id, ...texts, stock, stockSeen: stock, seen, ...change }
  return answered(productApi.modifyproduct.$post({ json }))
}

/** Returns the list page with the new product. */
export function useAddProduct() {
  return usePanelChange(async (json: ProductValues) => {
    await answered(productApi.new.$post({ json }))
    // The product exists already, so a failed look at the list must not cause another submit.
    const end = answered(panelApi.products.$get({ query: { page: String(lastPage) } }))
    const last = await end.catch(() => ({ page: 1 }))
    return last.page
  }, withProducts)
}

/** Keys of the panel and of whatever shows products or their reviews. */
export const withProducts = [queryKeys.panel.all, queryKeys.catalogue.all, queryKeys.products, queryKeys.reviews.all]

/** Returns a function that refetches these. */
export function useAskAnew(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () => Promise.all(withProducts.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

export const categoriesQuery = panelQuery('categories', {}, () => answered(productApi.getcategories.all.$get()))

export function useCategories(): string[] {
  const { data = [] } = useQuery(categoriesQuery)
  return data.map(({ category }) => category)
}

/** Names and values that the category's products use; empty until the category is known. */
export function useCategorySpecs(category: string): { name: string; values: string[] }[] {
  const isKnown = useCategories().includes(category.trim())
  const { data } = useQuery({
    ...panelQuery('specs', { category: category.trim() }, () =>
      answered(catalogueApi.index.$get({ query: { category: category.trim(), stock: 'todos' } })),
    ),
    enabled: isKnown,
  })
  return (data?.facets.specs ?? []).map(({ name, values }) => ({ name, values: values.map(({ value }) => value) }))
}

/** Uploads one by one; returns pictures without alternative text. */
export function useSendPictures() {
  return useMutation({
    mutationFn: async (images: readonly File[]) => {
      const sent: Picture[] = []
      for (const image of images)
        sent.push({ ...(await answered(panelApi.pictures.$post({ form: { image } }))), alt: '' })
      return sent
    },
  })
}

export const formParts = Object.keys(formLabels)

/** The shop's mistake per field; empty for other refusals. */
export function fieldErrorsOf(error: Error | null): EntryErrors {
  const { errors = [], changed = {} } = error instanceof ApiError ? error.problem : {}
  const { price, ...others } = changed
  const found = [...writeWire(others), ...(price === undefined ? [] : [['price', panelPrice(price)] as const])]
  const told = [
    ...errors.map(({ field, message }) => [field, message] as const),
    ...found.map(([field, text]) => [field, otherVersion(text.replaceAll('\n', ' · '))] as const),
  ]
  return Object.fromEntries(told.filter(([field]) => formParts.includes(field.split('.')[0] ?? '')))
}

function otherVersion(text: string): string {
  return `Otra persona ${text ? `lo cambió a «${text}»` : 'lo dejó vacío'}. Si confirmás, queda lo tuyo.`
}

export const stockLedgerQuery = (productId: number, page: number) =>
  panelPageQuery('stock', { productId, page }, () =>
    answered(auditApi.stock[':id'].$get({ param: { id: String(productId) }, query: { page: String(page) } })),
  )
