// Cached results of catalogue queries with their counts; a result goes when one of its candidates changes place.
import { LRUCache } from 'lru-cache'
import { type CatalogueFilter, resultSetKey } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import type { Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import type { Changes } from './changes.ts'
import { type Facets, filterProducts } from './facets/facets.ts'
import { type Understood, understand } from './product-finder.ts'
import type { InMemoryProducts } from './products.ts'

/** Limits of all cached results; the least recently used goes first. */
const maxBytes = 32 * 1024 * 1024
const maxCached = 5000
/** A visitor may get a stale result for a millisecond per so many products to search again, up to the maximum. */
const productsPerMs = 200
export const maxLateMs = 250

let made = 0

/** Sold-out hits that are named. */
const maxNamed = 3

/** Information about a search beside its results. */
export type SearchHints = {
  /** Sold-out products that match all words; names the first few. */
  soldOut: { total: number; items: { id: number; name: string }[] }
  /** The category shown instead, when a search names a rival's product. */
  ledTo: string | null
}

/** The result of a filter, without page and order. */
export class ResultSet {
  /** Unique. */
  readonly number = ++made
  readonly #products: InMemoryProducts
  /** The candidates; null: all products. */
  readonly #tried: readonly Int32Array[] | null
  readonly #members: Int32Array
  readonly #sorted = new Map<string, Int32Array>()
  readonly facets: Facets
  readonly facetsText: string
  /** SearchHints, as JSON without its braces. */
  readonly hintsText: string
  /** How many changes it knows of. */
  seen: number

  constructor(products: InMemoryProducts, filter: CatalogueFilter, synonymsOf: Synonyms, seen: number) {
    const understood = filter.q ? understand(products, filter.q, synonymsOf, filter.stock === 'todos') : null
    const candidates = understood ? (understood.reading?.indexes ?? new Int32Array()) : null
    const { listed, facets } = filterProducts(products, filter, candidates)
    this.#products = products
    this.#tried = understood?.tried ?? null
    this.#members = byRank(products.inOrder(listed), understood)
    this.facets = facets()
    this.facetsText = JSON.stringify(this.facets)
    this.hintsText = JSON.stringify(hintsOf(products, filter, understood)).slice(1, -1)
    this.seen = seen
  }

  get total(): number {
    return this.#members.length
  }

  /** With every order that it may be asked in. */
  get bytes(): number {
    const tried = this.#tried?.reduce((sum, indexes) => sum + indexes.byteLength, 0) ?? 0
    return 4 * this.#members.byteLength + tried + 4 * this.facetsText.length + 500
  }

  /** For how long visitors may get it after a change, in milliseconds. */
  get lateMs(): number {
    const looked = this.#tried?.reduce((sum, indexes) => sum + indexes.length, 0) ?? this.#products.size
    return Math.min(maxLateMs, Math.floor(looked / productsPerMs))
  }

  /** Whether another place of this product might change it. */
  readonly concerns = (index: number): boolean => this.#tried?.some((indexes) => has(indexes, index)) ?? true

  /** Some indexes from a place on, in the order that is asked for; without one, what fits best, then by id. */
  indexes({ sort, direction }: Pick<CatalogueFilter, 'sort' | 'direction'>, from: number, most: number): number[] {
    const all = sort ? this.#sortedBy(sort) : this.#members
    if (!sort || direction !== 'descendente') return [...all.subarray(from, from + most)]
    const end = Math.max(0, all.length - from)
    return [...all.subarray(Math.max(0, end - most), end)].reverse()
  }

  #sortedBy(sort: NonNullable<CatalogueFilter['sort']>): Int32Array {
    const known = this.#sorted.get(sort)
    if (known) return known
    const { orders, size } = this.#products
    const sorted =
      sort === 'added' ? this.#products.inOrder(this.#members.slice().sort()) : orders[sort].sorted(this.#members, size)
    this.#sorted.set(sort, sorted)
    return sorted
  }
}

export class ResultSetCache {
  /** Result sets found in the cache, and made anew. */
  hits = 0
  misses = 0
  readonly #cached = new LRUCache<string, ResultSet>({
    max: maxCached,
    maxSize: maxBytes,
    sizeCalculation: (resultSet, key) => resultSet.bytes + 2 * key.length,
  })

  has(filter: CatalogueFilter): boolean {
    return this.#cached.has(resultSetKey(filter))
  }

  get bytes(): number {
    return this.#cached.calculatedSize
  }

  /** isLateAllowed: the result set may be a moment old; products are current. */
  find(
    { products, changes, synonymsOf }: { products: InMemoryProducts; changes: Changes; synonymsOf: Synonyms },
    { filter, isLateAllowed }: { filter: CatalogueFilter; isLateAllowed: boolean },
  ): ResultSet {
    const key = resultSetKey(filter)
    const known = this.#cached.get(key)
    if (known) {
      const changedAt = changes.firstSince(known.seen, known.concerns)
      if (changedAt === undefined) known.seen = changes.count
      if (changedAt === undefined || (isLateAllowed && performance.now() - changedAt < known.lateMs)) {
        this.hits++
        return known
      }
    }
    this.misses++
    const resultSet = new ResultSet(products, filter, synonymsOf, changes.count)
    this.#cached.set(key, resultSet)
    return resultSet
  }
}

function hintsOf(products: InMemoryProducts, filter: CatalogueFilter, understood: Understood | null): SearchHints {
  const candidates = Int32Array.from(understood?.soldOut ?? []).sort()
  const indexes = products.inOrder(filterProducts(products, { ...filter, stock: 'todos' }, candidates).listed)
  const items = Array.from(indexes.subarray(0, maxNamed), (index) => {
    const { id, name } = products.item(index)
    return { id, name }
  })
  return { soldOut: { total: indexes.length, items }, ledTo: understood?.ledTo ?? null }
}

/** Sorts the best match first, otherwise stable. */
function byRank(members: Int32Array, understood: Understood | null): Int32Array {
  const reading = understood?.reading
  if (!reading) return members
  const ranks: number[][] = []
  for (const index of members) {
    const rank = reading.rankOf(index)
    const indexes = ranks[rank]
    if (indexes) indexes.push(index)
    else ranks[rank] = [index]
  }
  return Int32Array.from(ranks.reverse().flat())
}

/** indexes: ascending. */
function has(indexes: Int32Array, index: number): boolean {
  let [from, to] = [0, indexes.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((indexes[middle] ?? 0) < index) from = middle + 1
    else to = middle
  }
  return indexes[from] === index
}
