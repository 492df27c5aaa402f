// Puts what the shop tells of products into everything that the page keeps of them, so that each screen shows it at once.
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
import { totalOf } from '#frontend/ui/price.ts'

/** By product id. */
type News = ReadonlyMap<number, LiveProduct>
type Patch = (kept: never, news: News) => unknown

/** What is told longest ago is forgotten first: it only matters for answers that were asked for before it was told. */
const maxRemembered = 500
/** In milliseconds: pages that have to ask anew do not all do so at once. */
const refreshWithinMs = 1500

/** What the page keeps under names that begin so, and how news change it; the same object where they do not. */
const patches: readonly (readonly [QueryKey, Patch])[] = [
  [queryKeys.catalogue.all, patchCatalogue],
  [queryKeys.products, patchItem],
  [queryKeys.cart.all, patchCart],
]

/** Returns the listener of news. An answer that was on its way when something newer was told does not undo it. */
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

/** `only`: this one instead of all. */
function patchQueries(queryClient: QueryClient, products: readonly LiveProduct[], only?: Query): void {
  const news = new Map(products.map((product) => [product.id, product]))
  for (const [queryKey, patch] of patches)
    for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
      const { data, dataUpdatedAt, isInvalidated } = query.state
      if (data === undefined || (only && only !== query)) continue
      const patched = patch(data as never, news)
      if (patched === data) continue
      // What else it says is as old as it was.
      queryClient.setQueryData(query.queryKey, patched, { updatedAt: dataUpdatedAt })
      if (isInvalidated) query.invalidate()
    }
}

/** One product, wherever it stands. One that is not sold has no units to sell. */
function patchItem<Item extends Pick<CatalogueItem, 'id' | 'price' | 'stock' | 'isActive'> | Product>(
  item: Item,
  news: News,
): Item {
  const now = news.get(item.id)
  if (!now) return item
  const { price, stock, isActive } = now.isActive ? now : { ...item, stock: 0, isActive: false }
  const isSame = price === item.price && stock === item.stock && isActive === item.isActive
  return isSame ? item : { ...item, price, stock, isActive }
}

/** The same list where nothing of it changes. */
function patchAll<Item>(items: Item[], patch: (item: Item) => Item): Item[] {
  const patched = items.map(patch)
  return patched.some((item, place) => item !== items[place]) ? patched : items
}

/** On a small card, which shows no stock. */
function patchPrice<Item extends ShelfItem>(item: Item, news: News): Item {
  const now = news.get(item.id)
  return now?.isActive && now.price !== item.price ? { ...item, price: now.price } : item
}

type Kept = CataloguePage | (Offer | ShelfItem)[]

/** A page of the catalogue, or a small list of it. Who stands where, and how many there are, stays as it was asked for. */
function patchCatalogue(kept: Kept, news: News): Kept {
  if (Array.isArray(kept)) return patchAll(kept, (item) => patchPrice(item, news))
  const items = patchAll(kept.items, (item) => patchItem(item, news))
  return items === kept.items ? kept : { ...kept, items }
}

function patchCart(cart: Cart, news: News): Cart {
  const lines = cart.lines.map((line) => {
    const { available: stock, ...rest } = line
    const before = { ...rest, stock }
    const { stock: available, ...after } = patchItem(before, news)
    return available === stock && after.price === line.price && after.isActive === line.isActive
      ? line
      : { ...after, available }
  })
  if (lines.every((line, place) => line === cart.lines[place])) return cart
  return { ...cart, lines, subtotal: totalOf(lines) }
}
