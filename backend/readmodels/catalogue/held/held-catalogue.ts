// The catalogue as this process holds it, and what can be asked of it without asking the database.
import { toDecimal } from '#backend/domain/money.ts'
import type { Offer } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { ReadRow } from '#backend/readmodels/database.ts'
import { readSynonyms, type Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { Changes } from './changes.ts'
import { type Choice, Choices } from './choices.ts'
import { HeldProducts, shown } from './held-products.ts'

/** Products offered on an empty page, and on the landing. */
const nearestShown = 4
const offersShown = 8

export class HeldCatalogue {
  readonly products = new HeldProducts()
  readonly #changes = new Changes()
  readonly #choices = new Choices()
  #synonymsOf: Synonyms = () => []

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
    return this.#choices.choose(
      { products: this.products, changes: this.#changes, synonymsOf: this.#synonymsOf },
      wanted,
    )
  }

  /** The slots of what people like best and can buy. */
  bestRated(): number[] {
    const { orders, states } = this.products
    const best: number[] = []
    const all = orders.rating.slots
    for (let nth = all.length - 1; nth >= 0 && best.length < nearestShown; nth--) {
      const slot = all[nth] ?? 0
      if (states[slot] === shown) best.push(slot)
    }
    return best
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
