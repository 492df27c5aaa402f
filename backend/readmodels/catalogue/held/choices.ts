// Cached results of catalogue queries with their counts; a result goes when one of its candidates changes place.
import { LRUCache } from 'lru-cache'
import { type CatalogueFilter, choiceKey } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import type { Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import type { Changes } from './changes.ts'
import { chooseProducts, type Facets } from './facets/facets.ts'
import type { HeldProducts } from './held-products.ts'
import { type Understood, understand } from './product-finder.ts'

/** Limits of all cached results; the least recently used goes first. */
const maxKeptBytes = 32 * 1024 * 1024
const maxKept = 5000
/** A visitor may get a stale result for a millisecond per so many products to search again, up to the maximum. */
const [productsPerMs, maxLateMs] = [200, 250]

let made = 0

/** Sold-out hits that are named. */
const maxNamed = 3

/** Information about a search beside its results. */
export type Told = {
  /** Sold-out products that match all words; names the first few. */
  soldOut: { total: number; items: { id: number; name: string }[] }
  /** The category shown instead, when a search names a rival's product. */
  ledTo: string | null
}

/** The result of a filter, without page and order. */
export class Choice {
  /** Unique. */
  readonly number = ++made
  readonly #products: HeldProducts
  /** The candidates; null: all products. */
  readonly #tried: readonly Int32Array[] | null
  readonly #members: Int32Array
  readonly #sorted = new Map<string, Int32Array>()
  readonly facets: Facets
  readonly facetsText: string
  /** Told, as JSON without its braces. */
  readonly toldText: string
  /** How many changes it knows of. */
  seen: number

  constructor(products: HeldProducts, filter: CatalogueFilter, synonymsOf: Synonyms, seen: number) {
    const understood = filter.q ? understand(products, filter.q, synonymsOf, filter.stock === 'todos') : null
    const candidates = understood ? (understood.reading?.slots ?? new Int32Array()) : null
    const { listed, facets } = chooseProducts(products, filter, candidates)
    this.#products = products
    this.#tried = understood?.tried ?? null
    this.#members = byRank(products.inOrder(listed), understood)
    this.facets = facets()
    this.facetsText = JSON.stringify(this.facets)
    this.toldText = JSON.stringify(toldOf(products, filter, understood)).slice(1, -1)
    this.seen = seen
  }

  get total(): number {
    return this.#members.length
  }

  /** With every order that it may be asked in. */
  get bytes(): number {
    const tried = this.#tried?.reduce((sum, slots) => sum + slots.byteLength, 0) ?? 0
    return 4 * this.#members.byteLength + tried + 4 * this.facetsText.length + 500
  }

  /** For how long visitors may get it after a change, in milliseconds. */
  get lateMs(): number {
    const looked = this.#tried?.reduce((sum, slots) => sum + slots.length, 0) ?? this.#products.size
    return Math.min(maxLateMs, Math.floor(looked / productsPerMs))
  }

  /** Whether another place of this product might change it. */
  readonly concerns = (slot: number): boolean => this.#tried?.some((slots) => has(slots, slot)) ?? true

  /** Some slots from a place on, in the order that is asked for; without one, what fits best, then by id. */
  slots({ sort, direction }: Pick<CatalogueFilter, 'sort' | 'direction'>, from: number, most: number): number[] {
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

export class Choices {
  /** Choices that were kept, and those that had to be made. */
  hits = 0
  misses = 0
  readonly #kept = new LRUCache<string, Choice>({
    max: maxKept,
    maxSize: maxKeptBytes,
    sizeCalculation: (choice, key) => choice.bytes + 2 * key.length,
  })

  has(filter: CatalogueFilter): boolean {
    return this.#kept.has(choiceKey(filter))
  }

  get bytes(): number {
    return this.#kept.calculatedSize
  }

  /** isLateAllowed: the choice may be a moment old; products are shown as they are all the same. */
  choose(
    { products, changes, synonymsOf }: { products: HeldProducts; changes: Changes; synonymsOf: Synonyms },
    { filter, isLateAllowed }: { filter: CatalogueFilter; isLateAllowed: boolean },
  ): Choice {
    const key = choiceKey(filter)
    const known = this.#kept.get(key)
    if (known) {
      const changedAt = changes.firstSince(known.seen, known.concerns)
      if (changedAt === undefined) known.seen = changes.count
      if (changedAt === undefined || (isLateAllowed && performance.now() - changedAt < known.lateMs)) {
        this.hits++
        return known
      }
    }
    this.misses++
    const choice = new Choice(products, filter, synonymsOf, changes.count)
    this.#kept.set(key, choice)
    return choice
  }
}

function toldOf(products: HeldProducts, filter: CatalogueFilter, understood: Understood | null): Told {
  const candidates = Int32Array.from(understood?.soldOut ?? []).sort()
  const slots = products.inOrder(chooseProducts(products, { ...filter, stock: 'todos' }, candidates).listed)
  const items = Array.from(slots.subarray(0, maxNamed), (slot) => {
    const { id, name } = products.item(slot)
    return { id, name }
  })
  return { soldOut: { total: slots.length, items }, ledTo: understood?.ledTo ?? null }
}

/** Sorts the best match first, otherwise stable. */
function byRank(members: Int32Array, understood: Understood | null): Int32Array {
  const reading = understood?.reading
  if (!reading) return members
  const ranks: number[][] = []
  for (const slot of members) {
    const rank = reading.rankOf(slot)
    const slots = ranks[rank]
    if (slots) slots.push(slot)
    else ranks[rank] = [slot]
  }
  return Int32Array.from(ranks.reverse().flat())
}

/** slots: ascending. */
function has(slots: Int32Array, slot: number): boolean {
  let [from, to] = [0, slots.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((slots[middle] ?? 0) < slot) from = middle + 1
    else to = middle
  }
  return slots[from] === slot
}
