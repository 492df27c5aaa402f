import { toCents } from '#backend/domain/money.ts'
import type { PriceRules } from '#backend/domain/price-settings/price-settings.limits.ts'
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { toItem } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import { sortName } from '#backend/readmodels/catalogue/catalogue-text.ts'
import type { ReadRow } from '#backend/readmodels/database.ts'
import type { Schemas } from '#backend/readmodels/settings/settings.queries.ts'
import type { Bits } from './bits.ts'
import { openFacets } from './facets.ts'
import { type PlacedItem, placed } from './placed-item.ts'
import { NameTexts } from './search/name-texts.ts'
import { WordIndex } from './search/word-index.ts'
import { Column, SortOrder } from './sort-order.ts'
import { ValueSets } from './value-sets.ts'

/** About the memory of a product's places in orders and sets, and of its words. */
const bytesOfPlaces = 600

type Part = {
  /** Returns false if it is the place of before. */
  put(index: number, item: PlacedItem, before: PlacedItem | undefined): boolean
}

export class InMemoryProducts {
  readonly #settings: PriceRules
  readonly #schemas: Schemas
  readonly #indexes = new Map<number, number>()
  readonly #cards: string[] = []
  readonly #states = new ValueSets(statesOf)
  readonly ids = new Column(({ id }) => id)
  readonly reviews = new Column(({ rating }) => rating.count)
  /** When the price fell, in milliseconds since 1970; NaN if it did not. */
  readonly fellAt = new Column(({ priceFall }) => (priceFall ? Date.parse(priceFall.since) : Number.NaN))
  readonly orders = {
    added: new SortOrder(({ id }) => id, this.ids),
    name: new SortOrder(({ name }) => sortName(name), this.ids),
    price: new SortOrder(({ price }) => price, this.ids),
    rating: new SortOrder(weightedRating, this.ids),
    /** The greatest reduction first. */
    fall: new SortOrder(partLeft, this.ids),
  }
  readonly categories = new ValueSets(({ category }) => [category])
  readonly facets: ReturnType<typeof openFacets>
  readonly names = new NameTexts()
  readonly words = new WordIndex()
  readonly #parts: readonly Part[]

  constructor(settings: PriceRules, schemas: Schemas) {
    this.#settings = settings
    this.#schemas = schemas
    this.facets = openFacets(this.categories, this.orders.price, schemas)
    this.#parts = [
      ...[this.ids, this.reviews, this.fellAt, this.#states],
      ...Object.values(this.orders),
      ...Object.values(this.facets),
      ...[this.names, this.words],
    ]
  }

  get size(): number {
    return this.#cards.length
  }

  get bytes(): number {
    const cards = this.#cards.reduce((sum, card) => sum + 24 + card.length, 0)
    return cards + bytesOfPlaces * this.size
  }

  indexOf(id: number): number | undefined {
    return this.#indexes.get(id)
  }

  card(index: number): string {
    return this.#cards[index] ?? ''
  }

  item(index: number): CatalogueItem {
    return JSON.parse(this.card(index)) as CatalogueItem
  }

  /** Products on sale, those in stock among them, and the others; on sale or not, those that lack required attributes. */
  state(state: 'active' | 'shown' | 'soldOut' | 'incomplete'): Bits {
    return this.#states.having([state], this.size)
  }

  /** Returns false if lists, counts and searches stay as they were: at most this product's card changed. */
  put(row: ReadRow<'catalogue'>): boolean {
    const item = toItem(row, this.#settings)
    const card = JSON.stringify(item)
    const known = this.#indexes.get(item.id)
    const index = known ?? this.size
    if (card === this.#cards[index]) return false
    const before = known === undefined ? undefined : placed(this.item(index), this.#schemas)
    const now = placed(item, this.#schemas)
    this.#indexes.set(item.id, index)
    this.#cards[index] = card
    return this.#parts.filter((part) => part.put(index, now, before)).length > 0
  }
}

function statesOf({ isActive, stock, isIncomplete }: PlacedItem): string[] {
  const sold = isActive ? ['active', stock > 0 ? 'shown' : 'soldOut'] : []
  return isIncomplete ? [...sold, 'incomplete'] : sold
}

/** Adds ten reviews of three and a half stars to each product, so that one review moves little. */
function weightedRating({ rating: { average, count } }: CatalogueItem): number {
  return (Math.round((average ?? 0) * count) + 35) / (count + 10)
}

function partLeft({ price, priceFall }: CatalogueItem): number {
  return priceFall ? (toCents(price) ?? 0) / (toCents(priceFall.previousPrice) ?? 1) : Number.POSITIVE_INFINITY
}
