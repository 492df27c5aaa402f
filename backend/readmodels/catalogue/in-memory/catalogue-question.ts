// One query for a page of the catalogue: reuses its last answer until the result changes.
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import type { InMemoryCatalogue } from './catalogue.ts'

type Made = {
  catalogue: InMemoryCatalogue
  /** A number instead of a reference, so that thousands of queries do not keep their result sets alive. */
  resultSet: number
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
  answer(catalogue: InMemoryCatalogue, isLateAllowed: boolean): string | null {
    const { page, q, size } = this.#filter
    const resultSet = catalogue.resultSet({ filter: this.#filter, isLateAllowed })
    if (!resultSet) return null
    const card = (index: number) => catalogue.products.card(index)
    const isSameResult = this.#made?.resultSet === resultSet.number && this.#made.catalogue === catalogue
    const cards = resultSet.indexes(this.#filter, (page - 1) * size, size).map(card)
    const popular = JSON.stringify(resultSet.total === 0 && q ? catalogue.popular() : [])
    if (isSameResult && this.#made && isSame(this.#made.cards, cards) && this.#made.popular === popular)
      return this.#made.text
    const pages = Math.ceil(resultSet.total / size)
    const text =
      `{"items":[${cards.join()}],"total":${resultSet.total},"page":${page},"pageSize":${size},"pages":${pages},` +
      `"facets":${resultSet.facetsText},${resultSet.hintsText},"popular":${popular}}`
    this.#made = { catalogue, resultSet: resultSet.number, cards, popular, text }
    return text
  }
}

function isSame(before: readonly string[], now: readonly string[]): boolean {
  return before.length === now.length && before.every((text, nth) => text === now[nth])
}
