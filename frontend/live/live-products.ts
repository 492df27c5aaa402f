// Applies live product news to every cached answer, so that all screens update at once.
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type {
  Cart,
  CatalogueItem,
  CataloguePage,
  LiveNews,
  LiveProduct,
  Offer,
  Product,
  ShelfItem,
} from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { totalOf } from '#frontend/ui/figures/price.ts'

type Prices = Pick<CatalogueItem, 'price' | 'netPrice'>
type News = ReadonlyMap<number, LiveProduct>
type Patch = (data: never, news: News) => unknown

/** Evicts the oldest news first; they matter only for requests sent before them. */
const maxRemembered = 500
/** Milliseconds over which pages spread their refetches. */
const refreshWithinMs = 1500

/** Query prefixes and their patches. A patch returns the same object if nothing changes. */
const patches: readonly (readonly [QueryKey, Patch])[] = [
  [queryKeys.catalogue.all, patchCatalogue],
  [queryKeys.products, patchItem],
  [queryKeys.cart.all, patchCart],
]

/** Returns the news listener. An older answer still under way doesn't undo newer news. */
export function showLive(queryClient: QueryClient): (news: LiveNews) => void {
  const remembered = new Map<number, LiveProduct & { nth: number }>()
  const askedAt = new WeakMap<Query, number>()
  let nth = 0
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'fetch') askedAt.set(event.query, nth)
    if (event.action.type !== 'success' || event.action.manual) return
    const since = askedAt.get(event.query) ?? nth
    const late = [...remembered.values()].filter((product) => product.nth > since)
    if (late.length > 0) patchQueries(queryClient, late, event.query)
  })
  return ({ products, refresh }) => {
    nth++
    for (const product of products) {
      remembered.delete(product.id)
      remembered.set(product.id, { ...product, nth })
    }
    for (const id of remembered.keys()) {
      if (remembered.size <= maxRemembered) break
      remembered.delete(id)
    }
    patchQueries(queryClient, products)
    if (refresh) setTimeout(() => refreshAll(queryClient), Math.random() * refreshWithinMs)
  }
}

function refreshAll(queryClient: QueryClient): void {
  for (const [queryKey] of patches) void queryClient.invalidateQueries({ queryKey })
}

/** `only`: patches this query instead of all. */
function patchQueries(queryClient: QueryClient, products: readonly LiveProduct[], only?: Query): void {
  const news = new Map(products.map((product) => [product.id, product]))
  for (const [queryKey, patch] of patches)
    for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
      const { data, dataUpdatedAt, isInvalidated } = query.state
      if (data === undefined || (only && only !== query)) continue
      const patched = patch(data as never, news)
      if (patched === data) continue
      // Keeps the data's age, since its other parts are not fresher.
      queryClient.setQueryData(query.queryKey, patched, { updatedAt: dataUpdatedAt })
      if (isInvalidated) query.invalidate()
    }
}

/** A withdrawn product has no stock. */
function patchItem<Item extends Pick<CatalogueItem, 'id' | 'price' | 'netPrice' | 'stock' | 'isActive'> | Product>(
  item: Item,
  news: News,
): Item {
  const now = news.get(item.id)
  if (!now) return item
  const { price, netPrice, stock, isActive } = now.isActive ? now : { ...item, stock: 0, isActive: false }
  const isSame = isSamePrice(item, { price, netPrice }) && stock === item.stock && isActive === item.isActive
  return isSame ? item : { ...item, price, netPrice, ...transferIn(now), stock, isActive }
}

function patchAll<Item>(items: Item[], patch: (item: Item) => Item): Item[] {
  const patched = items.map(patch)
  return patched.some((item, place) => item !== items[place]) ? patched : items
}

function patchPrice<Item extends ShelfItem>(item: Item, news: News): Item {
  const now = news.get(item.id)
  return now?.isActive && !isSamePrice(item, now)
    ? { ...item, price: now.price, netPrice: now.netPrice, ...transferIn(now) }
    : item
}

/** A changed offer of transfers refreshes all, so news without a price for them leave none behind. */
function transferIn(now: LiveProduct) {
  return now.isActive && now.transferPrice !== undefined && { transferPrice: now.transferPrice }
}

function isSamePrice(one: Prices, other: Prices): boolean {
  return one.price === other.price && one.netPrice === other.netPrice
}

type Cached = CataloguePage | (Offer | ShelfItem)[]

/** Patches a catalogue page or shelf, without changing its order or count. */
function patchCatalogue(data: Cached, news: News): Cached {
  if (Array.isArray(data)) return patchAll(data, (item) => patchPrice(item, news))
  const items = patchAll(data.items, (item) => patchItem(item, news))
  return items === data.items ? data : { ...data, items }
}

function patchCart(cart: Cart, news: News): Cart {
  const lines = patchAll(cart.lines, (line) => {
    const seen = { ...line, stock: line.available }
    const patched = patchItem(seen, news)
    const { price, netPrice, stock: available, isActive } = patched
    const { transferNetPrice, ...kept } = line
    const net = price === line.price && transferNetPrice !== undefined && { transferNetPrice }
    return patched === seen ? line : { ...kept, price, netPrice, ...net, available, isActive }
  })
  return lines === cart.lines ? cart : { ...cart, lines, subtotal: totalOf(lines) }
}
