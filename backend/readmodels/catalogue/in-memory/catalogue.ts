// The in-memory catalogue and its queries.
import { toDecimal } from '#backend/domain/money.ts'
import type { Offer, PopularCategory, ShelfItem } from '#backend/domain/product/catalogue.contract.ts'
import { shelfSize, type shelves } from '#backend/domain/product/product.limits.ts'
import type { ReadRow } from '#backend/readmodels/database.ts'
import { readSynonyms, type Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { Changes } from './changes.ts'
import { InMemoryProducts, shown } from './products.ts'
import { type ResultSet, ResultSetCache } from './result-sets.ts'

const offersShown = 8
const categoriesShown = 6

export class InMemoryCatalogue {
  readonly products = new InMemoryProducts()
  readonly #changes = new Changes()
  readonly resultSets = new ResultSetCache()
  #synonymsOf: Synonyms = readSynonyms([])

  /** Stores current rows; returns the ids that changed. `areMany` says that more rows follow before the next query. */
  put(rows: readonly ReadRow<'catalogue'>[], areMany = false): void {
    const now = performance.now()
    for (const row of rows) {
      const { index, effect } = this.products.put(row, areMany)
      if (effect === 'place') this.#changes.note(index, now)
      if (effect === 'texts') this.#changes.note(undefined, now)
    }
  }

  /** Call after a load's last row. */
  settle(): void {
    this.products.words.forget()
    // Sorts now, before a caller waits for the order.
    for (const order of Object.values(this.products.orders)) void order.indexes
  }

  /** One line per meaning. */
  setSynonyms(lines: readonly string[]): void {
    this.#synonymsOf = readSynonyms(lines)
    this.#changes.note(undefined, performance.now())
  }

  /** Returns null for an unknown category; see ResultSetCache. */
  resultSet(wanted: Parameters<ResultSetCache['find']>[1]): ResultSet | null {
    const { category } = wanted.filter
    if (category !== undefined && !this.#hasCategory(category)) return null
    return this.resultSets.find(
      { products: this.products, changes: this.#changes, synonymsOf: this.#synonymsOf },
      wanted,
    )
  }

  /** Best rated products in stock; with `beside`, others of the same category. */
  bestRated(beside?: number): number[] {
    return this.#first(this.products.orders.rating.indexes, beside)
  }

  /** Products in stock, newest or best rated first; with `beside`, others of the same category. */
  shelf(of: (typeof shelves)[number], beside?: number): ShelfItem[] {
    const { products } = this
    const index = beside === undefined ? undefined : products.indexOf(beside)
    if (beside !== undefined && index === undefined) return []
    const indexes = of === 'newest' ? this.#first(products.byAge, index) : this.bestRated(index)
    return indexes.map((chosen) => {
      const { id, name, imageUrl, price, rating } = products.item(chosen)
      return { id, name, imageUrl, price, rating: { average: rating.average, count: rating.count } }
    })
  }

  /** Categories with the most reviews of products in stock, each with its best rated product's picture. */
  popular(): PopularCategory[] {
    const { products } = this
    const { categories, categoryNames } = products
    const { states, ratingCounts } = products.columns
    const found = new Map<number, { best: number; count: number; reviews: number }>()
    const byRating = products.orders.rating.indexes
    for (let nth = byRating.length - 1; nth >= 0; nth--) {
      const index = byRating[nth] ?? 0
      if (states[index] !== shown) continue
      const number = categories[index] ?? 0
      const known = found.get(number) ?? { best: index, count: 0, reviews: 0 }
      found.set(number, { ...known, count: known.count + 1, reviews: known.reviews + (ratingCounts[index] ?? 0) })
    }
    return [...found]
      .toSorted(([, one], [, other]) => other.reviews - one.reviews || other.count - one.count)
      .slice(0, categoriesShown)
      .map(([number, { best, count }]) => {
        const { imageUrl } = products.item(best)
        return { category: categoryNames.text(number), imageUrl, count }
      })
  }

  #first(sorted: Int32Array, beside: number | undefined): number[] {
    const { columns, categories } = this.products
    const chosen: number[] = []
    for (let nth = sorted.length - 1; nth >= 0 && chosen.length < shelfSize; nth--) {
      const index = sorted[nth] ?? 0
      const fits = beside === undefined || (index !== beside && categories[index] === categories[beside])
      if (fits && columns.states[index] === shown) chosen.push(index)
    }
    return chosen
  }

  /** Products in stock that became cheaper since then, greatest reduction first. */
  offers(since: Date): Offer[] {
    const { products } = this
    const { states, droppedAt, prices, previousPrices } = products.columns
    const part = (index: number) => (prices[index] ?? 0) / (previousPrices[index] ?? 1)
    const indexes: number[] = []
    for (let index = 0; index < products.size; index++)
      if (states[index] === shown && (droppedAt[index] ?? 0) >= since.getTime()) indexes.push(index)
    return indexes
      .sort((one, other) => part(one) - part(other) || products.byId(one, other))
      .slice(0, offersShown)
      .map((index) => ({
        ...products.item(index),
        previousPrice: toDecimal(previousPrices[index] ?? 0),
        since: new Date(droppedAt[index] ?? 0).toISOString(),
      }))
  }

  #hasCategory(category: string): boolean {
    const { categoryNames, categories, size } = this.products
    const number = categoryNames.find(category)
    return number >= 0 && categories.subarray(0, size).includes(number)
  }
}
