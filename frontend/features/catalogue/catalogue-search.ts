import { type facetParams, type ParamName, paramNames, readParam } from '#backend/domain/product/facets.limits.ts'
import { catalogueLimits, type directions, largerPages, sortFields } from '#backend/domain/product/product.limits.ts'

type Params = typeof facetParams
type Choice<Param> = Param extends { kind: 'price' }
  ? number
  : Param extends { values: readonly (infer Value)[] }
    ? Value
    : string
/** The state of /home in its address; a list stays one text. */
export type CatalogueSearch = { [Name in ParamName]?: Choice<Params[Name]> | undefined } & {
  q?: string | undefined
  category?: string | undefined
  sort?: (typeof sortFields)[number] | undefined
  direction?: (typeof directions)[number] | undefined
  size?: (typeof largerPages)[number] | undefined
  page?: number | undefined
}

/** Ignores invalid parts, so a broken link shows the plain catalogue. */
export function readCatalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  const search: CatalogueSearch = readFilters(raw)
  const q = typeof raw.q === 'string' ? raw.q.trim().slice(0, catalogueLimits.search) : ''
  if (q) search.q = q
  const sort = sortFields.find((field) => field === raw.sort)
  if (sort) {
    search.sort = sort
    if (raw.direction === 'descendente') search.direction = 'descendente'
  }
  const size = largerPages.find((each) => each === String(raw.size))
  if (size) search.size = size
  const page = Number(raw.page)
  if (Number.isInteger(page) && page > 1 && page <= catalogueLimits.page) search.page = page
  return search
}

function readFilters(raw: Record<string, unknown>): CatalogueSearch {
  const category = typeof raw.category === 'string' ? raw.category.trim().slice(0, catalogueLimits.category) : ''
  const read = paramNames.map((name) => [name, readChosen(name, raw[name])])
  const chosen: CatalogueSearch = Object.fromEntries(read.filter(([, value]) => value !== undefined))
  const { min = 0, max, attr, spec, ...others } = chosen
  return {
    ...others,
    ...(category && { category }),
    ...(chosen.min !== undefined && { min }),
    ...(max !== undefined && max >= min && { max }),
    ...(category && attr !== undefined && { attr }),
    ...(category && spec !== undefined && { spec }),
  }
}

function readChosen(name: ParamName, raw: unknown): number | string | undefined {
  // The router reads its own result once more: a price is a number by then.
  const text = typeof raw === 'number' ? String(raw) : raw
  const value = typeof text === 'string' ? readParam(name, text) : undefined
  return typeof value === 'object' ? String(text) : value
}

export function catalogueCall({ min, max, page, ...filter }: CatalogueSearch) {
  return {
    ...filter,
    ...(min !== undefined && { min: String(min) }),
    ...(max !== undefined && { max: String(max) }),
    ...(page !== undefined && { page: String(page) }),
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On a product page: the originating list. Not in the address, because a shared link has another origin. */
    catalogue?: CatalogueSearch
  }
}
