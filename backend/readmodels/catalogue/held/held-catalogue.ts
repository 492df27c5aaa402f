// The in-memory catalogue and its queries.
import { toDecimal } from '#backend/domain/money.ts'
import type { Offer, PopularCategory, ShelfItem } from '#backend/domain/product/catalogue.contract.ts'
import { shelfSize, type shelves } from '#backend/domain/product/product.limits.ts'
import type { ReadRow } from '#backend/readmodels/database.ts'
import { readSynonyms, type Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { Changes } from './changes.ts'
import { type Choice, Choices } from './choices.ts'
import { HeldProducts, shown } from './held-products.ts'

const offersShown = 8
const categoriesShown = 6

export class HeldCatalogue {
  readonly products = new HeldProducts()
  readonly #changes = new Changes()
  readonly choices = new Choices()
  #synonymsOf: Synonyms = readSynonyms([])

  /** Stores current rows; returns the ids that changed. `areMany` says that more rows follow before the next query. */
  put(rows: readonly ReadRow<'catalogue'>[], areMany = false): number[] {
    const now = performance.now()
    return rows.flatMap((row) => {
      const { slot, effect } = this.products.put(row, areMany)
      if (effect === 'place') this.#changes.note(slot, now)
      if (effect === 'texts') this.#changes.note(undefined, now)
      return effect === 'none' ? [] : [row.product_id]
    })
  }

  /** Call after a load's last row. */
  settle(): void {
    this.products.words.forget()
    // Sorts now, before a caller waits for the order.
    for (const order of Object.values(this.products.orders)) void order.slots
  }

  /** One line per meaning. */
  setSynonyms(lines: readonly string[]): void {
    this.#synonymsOf = readSynonyms(lines)
    this.#changes.note(undefined, performance.now())
  }

  /** Returns null for an unknown category; see Choices. */
  choose(wanted: Parameters<Choices['choose']>[1]): Choice | null {
    const { category } = wanted.filter
    if (category !== undefined && !this.#hasCategory(category)) return null
    return this.choices.choose(
      { products: this.products, changes: this.#changes, synonymsOf: this.#synonymsOf },
      wanted,
    )
  }

  /** Best rated products in stock; with `beside`, others of the same category. */
  bestRated(beside?: number): number[] {
    return this.#first(this.products.orders.rating.slots, beside)
  }

  /** Products in stock, newest or best rated first; with `beside`, others of the same category. */
  shelf(of: (typeof shelves)[number], beside?: number): ShelfItem[] {
    const { products } = this
    const slot = beside === undefined ? undefined : products.slotOf(beside)
    if (beside !== undefined && slot === undefined) return []
    const slots = of === 'newest' ? this.#first(products.byAge, slot) : this.bestRated(slot)
    return slots.map((chosen) => {
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
    const byRating = products.orders.rating.slots
    for (let nth = byRating.length - 1; nth >= 0; nth--) {
      const slot = byRating[nth] ?? 0
      if (states[slot] !== shown) continue
      const number = categories[slot] ?? 0
      const known = found.get(number) ?? { best: slot, count: 0, reviews: 0 }
      found.set(number, { ...known, count: known.count + 1, reviews: known.reviews + (ratingCounts[slot] ?? 0) })
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
      const slot = sorted[nth] ?? 0
      const fits = beside === undefined || (slot !== beside && categories[slot] === categories[beside])
      if (fits && columns.states[slot] === shown) chosen.push(slot)
    }
    return chosen
  }

  /** Products in stock that became cheaper since then, greatest reduction first. */
  offers(since: Date): Offer[] {
    const { products } = this
    const { states, droppedAt, prices, previousPrices } = products.columns
    const part = (slot: number) => (prices[slot] ?? 0) / (previousPrices[slot] ?? 1)
    const slots: number[] = []
    for (let slot = 0; slot < products.size; slot++)
      if (states[slot] === shown && (droppedAt[slot] ?? 0) >= since.getTime()) slots.push(slot)
    return slots
      .sort((one, other) => part(one) - part(other) || products.byId(one, other))
      .slice(0, offersShown)
      .map((slot) => ({
        ...products.item(slot),
        previousPrice: toDecimal(previousPrices[slot] ?? 0),
        since: new Date(droppedAt[slot] ?? 0).toISOString(),
      }))
  }

  #hasCategory(category: string): boolean {
    const { categoryNames, categories, size } = this.products
    const number = categoryNames.find(category)
    return number >= 0 && categories.subarray(0, size).includes(number)
  }
}
