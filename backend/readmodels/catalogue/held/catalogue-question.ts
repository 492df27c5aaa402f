// One query for a page of the catalogue: reuses its last answer until the result changes.
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import type { HeldCatalogue } from './held-catalogue.ts'

type Made = {
  catalogue: HeldCatalogue
  /** A number instead of a reference, so that thousands of queries do not keep their result sets alive. */
  choice: number
  cards: readonly string[]
  popular: string
  text: string
}

export class CatalogueQuestion {
  readonly #filter: CatalogueFilter
  #made: Made | null = null

  constructor(filter: CatalogueFilter) {
    this.#filter = filter
  }

  /**
   * A CataloguePage as JSON, the same string until something changes; null for an unknown category. `isLateAllowed`
   * accepts a slightly old result set, with current prices and stock.
   */
  answer(catalogue: HeldCatalogue, isLateAllowed: boolean): string | null {
    const { page, q, size } = this.#filter
    const choice = catalogue.choose({ filter: this.#filter, isLateAllowed })
    if (!choice) return null
    const card = (slot: number) => catalogue.products.card(slot)
    const isSameChoice = this.#made?.choice === choice.number && this.#made.catalogue === catalogue
    const cards = choice.slots(this.#filter, (page - 1) * size, size).map(card)
    const popular = JSON.stringify(choice.total === 0 && q ? catalogue.popular() : [])
    if (isSameChoice && this.#made && isSame(this.#made.cards, cards) && this.#made.popular === popular)
      return this.#made.text
    const pages = Math.ceil(choice.total / size)
    const text =
      `{"items":[${cards.join()}],"total":${choice.total},"page":${page},"pageSize":${size},"pages":${pages},` +
      `"facets":${choice.facetsText},${choice.toldText},"popular":${popular}}`
    this.#made = { catalogue, choice: choice.number, cards, popular, text }
    return text
  }
}

function isSame(before: readonly string[], now: readonly string[]): boolean {
  return before.length === now.length && before.every((text, nth) => text === now[nth])
}
