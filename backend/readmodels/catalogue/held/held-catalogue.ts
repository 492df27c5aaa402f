// The catalogue as this process holds it, and what can be asked of it without asking the database.
import { toDecimal } from '#backend/domain/money.ts'
import { shelfSize, type shelves } from '#backend/domain/product/product.limits.ts'
import type { Offer, ShelfItem } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { ReadRow } from '#backend/readmodels/database.ts'
import { readSynonyms, type Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import type { PopularCategory } from './catalogue-question.ts'
import { Changes } from './changes.ts'
import { type Choice, Choices } from './choices.ts'
import { HeldProducts, shown } from './held-products.ts'

/** Products offered on the landing. */
const offersShown = 8
/** Categories offered where a search finds nothing. */
const categoriesShown = 6

export class HeldCatalogue {
  readonly products = new HeldProducts()
  readonly #changes = new Changes()
  readonly choices = new Choices()
  #synonymsOf: Synonyms = readSynonyms([])

  /** Takes in products as they are now; returns the ids of those that changed. areMany: more follow before anything is asked. */
  put(rows: readonly ReadRow<'catalogue'>[], areMany = false): number[] {
    const now = performance.now()
    return rows.flatMap((row) => {
      const { slot, effect } = this.products.put(row, areMany)
      if (effect === 'place') this.#changes.note(slot, now)
      if (effect === 'texts') this.#changes.note(undefined, now)
      return effect === 'none' ? [] : [row.product_id]
    })
  }

  /** Says that all were taken in that come at once. */
  settle(): void {
    this.products.words.forget()
    // What is sorted now is sorted for nobody who waits.
    for (const order of Object.values(this.products.orders)) void order.slots
  }

  /** lines: a line a meaning. */
  setSynonyms(lines: readonly string[]): void {
    this.#synonymsOf = readSynonyms(lines)
    this.#changes.note(undefined, performance.now())
  }

  /** What a filter chooses; see Choices. Null: unknown category. */
  choose(wanted: Parameters<Choices['choose']>[1]): Choice | null {
    const { category } = wanted.filter
    if (category !== undefined && !this.#hasCategory(category)) return null
    return this.choices.choose(
      { products: this.products, changes: this.#changes, synonymsOf: this.#synonymsOf },
      wanted,
    )
  }

  /** The slots of what people like best and can buy; beside: of the category of this one, without itself. */
  bestRated(beside?: number): number[] {
    return this.#first(this.products.orders.rating.slots, beside)
  }

  /** What can be bought, the newest or what people like best first; beside: of the category of this product, without itself. */
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

  /** The categories with the most reviews of what can be bought, each with the picture of what people like best of it. */
  popular(): PopularCategory[] {
    const { products } = this
    const { states, categories, categoryNames, ratingCounts } = products
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

  /** From the end of what is sorted. */
  #first(sorted: Int32Array, beside: number | undefined): number[] {
    const { states, categories } = this.products
    const chosen: number[] = []
    for (let nth = sorted.length - 1; nth >= 0 && chosen.length < shelfSize; nth--) {
      const slot = sorted[nth] ?? 0
      const fits = beside === undefined || (slot !== beside && categories[slot] === categories[beside])
      if (fits && states[slot] === shown) chosen.push(slot)
    }
    return chosen
  }

  /** What became cheaper since then and can be bought, the greatest part of the price first. */
  offers(since: Date): Offer[] {
    const { products } = this
    const { states, droppedAt, prices, previousPrices } = products
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
