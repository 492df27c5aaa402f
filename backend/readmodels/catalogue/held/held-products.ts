// Holds every product in memory: columns of numbers for filtering, counting and sorting, and each product's JSON. A
// product's slot counts from 0 in the order of reading.
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { toItem } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { ReadRow } from '#backend/readmodels/database.ts'
import { IntLists, Names, withRoom } from './columns.ts'
import { NameTexts } from './name-texts.ts'
import { SortOrder } from './sort-order.ts'
import { WordIndex } from './word-index.ts'

type Row = ReadRow<'catalogue'>

export const [active, inStock] = [1, 2]
/** Active and in stock. */
export const shown = active | inStock

/** Effect of a change on lists: none; the card only; another place or count; other searchable texts. */
export type Effect = 'none' | 'card' | 'place' | 'texts'

export class HeldProducts {
  readonly #slots = new Map<number, number>()
  readonly #cards: string[] = []
  readonly #sortNames: string[] = []
  #isInOrder = true
  ids = new Float64Array(64)
  states = new Uint8Array(64)
  prices = new Float64Array(64)
  categories = new Int32Array(64)
  brands = new Int32Array(64)
  ratingCounts = new Int32Array(64)
  ratingSums = new Int32Array(64)
  previousPrices = new Float64Array(64)
  /** Milliseconds since 1970; NaN without a price reduction. */
  droppedAt = new Float64Array(64)
  readonly specs = new IntLists()
  readonly categoryNames = new Names()
  readonly brandNames = new Names()
  readonly specNames = new Names()
  readonly texts = new NameTexts()
  readonly words = new WordIndex()
  readonly orders = {
    name: new SortOrder((slot, other) => byText(this.#sortName(slot), this.#sortName(other)) || this.byId(slot, other)),
    price: new SortOrder((slot, other) => of(this.prices, slot) - of(this.prices, other) || this.byId(slot, other)),
    rating: new SortOrder((slot, other) => this.#byRating(slot, other) || this.byId(slot, other)),
  }

  get size(): number {
    return this.#cards.length
  }

  get bytes(): number {
    const numbers = [this.ids, this.states, this.prices, this.categories, this.brands, this.ratingCounts]
    const more = [this.ratingSums, this.previousPrices, this.droppedAt]
    const columns = [...numbers, ...more].reduce((sum, column) => sum + column.byteLength, 0)
    const orders = Object.values(this.orders).reduce((sum, order) => sum + order.bytes, 0)
    const strings = [...this.#cards, ...this.#sortNames].reduce((sum, text) => sum + 24 + text.length, 0)
    return columns + orders + strings + this.specs.bytes + this.texts.bytes + this.words.bytes
  }

  slotOf(id: number): number | undefined {
    return this.#slots.get(id)
  }

  /** The product's JSON; the same string until the product changes. */
  card(slot: number): string {
    return this.#cards[slot] ?? ''
  }

  item(slot: number): CatalogueItem {
    return JSON.parse(this.card(slot)) as CatalogueItem
  }

  readonly byId = (slot: number, other: number): number => of(this.ids, slot) - of(this.ids, other)

  get byAge(): Int32Array {
    return this.inOrder(Int32Array.from({ length: this.size }, (_, slot) => slot))
  }

  inOrder(slots: Int32Array): Int32Array {
    return this.#isInOrder ? slots : slots.sort(this.byId)
  }

  put(row: Row, isOneOfMany = false): { slot: number; effect: Effect } {
    const known = this.#slots.get(row.product_id)
    const card = JSON.stringify(toItem(row))
    if (known === undefined) return { slot: this.#add(row, card, isOneOfMany), effect: 'texts' }
    const effect = this.#effectOf(known, row, card)
    if (effect === 'texts') this.words.remove(known, this.item(known))
    if (effect !== 'none') this.#cards[known] = card
    if (effect === 'texts') this.#describe(known, row)
    if (effect === 'place' || effect === 'texts') this.#place(known, row)
    return { slot: known, effect }
  }

  #add(row: Row, card: string, isOneOfMany: boolean): number {
    const slot = this.#cards.push(card) - 1
    this.#makeRoom(slot + 1)
    this.#slots.set(row.product_id, slot)
    if (slot > 0 && row.product_id < of(this.ids, slot - 1)) this.#isInOrder = false
    this.ids[slot] = row.product_id
    this.#sortNames[slot] = row.sort_name
    this.#write(slot, row)
    this.texts.set(slot, row.search)
    this.#index(slot, row)
    for (const order of Object.values(this.orders)) order.add(slot, isOneOfMany)
    return slot
  }

  #effectOf(slot: number, row: Row, card: string): Effect {
    const isPlaced =
      of(this.prices, slot) === row.price_cents &&
      of(this.states, slot) === stateOf(row) &&
      of(this.ratingCounts, slot) === row.rating_count &&
      of(this.ratingSums, slot) === row.rating_sum &&
      Object.is(of(this.droppedAt, slot), row.price_dropped_at?.getTime() ?? Number.NaN)
    if (card === this.#cards[slot]) return isPlaced ? 'none' : 'place'
    const { name, category, specs } = this.item(slot)
    const isDescribed =
      name === row.name && category === row.category && JSON.stringify(specs) === JSON.stringify(row.specs)
    if (!isDescribed) return 'texts'
    return isPlaced ? 'card' : 'place'
  }

  #describe(slot: number, row: Row): void {
    this.orders.name.move(slot, () => {
      this.#sortNames[slot] = row.sort_name
    })
    this.texts.set(slot, row.search)
    this.#index(slot, row)
  }

  #index(slot: number, row: Row): void {
    this.words.add(slot, row)
    this.categories[slot] = this.categoryNames.of(row.category)
    this.brands[slot] = row.brand === null ? -1 : this.brandNames.of(row.brand)
    const pairs = row.specs.map(({ name, value }) => this.specNames.of(specText(name, value)))
    this.specs.set(slot, [...new Set(pairs)])
  }

  #place(slot: number, row: Row): void {
    this.orders.price.move(slot, () => this.orders.rating.move(slot, () => this.#write(slot, row)))
  }

  #write(slot: number, row: Row): void {
    this.prices[slot] = row.price_cents
    this.states[slot] = stateOf(row)
    this.ratingCounts[slot] = row.rating_count
    this.ratingSums[slot] = row.rating_sum
    this.previousPrices[slot] = row.previous_price_cents ?? Number.NaN
    this.droppedAt[slot] = row.price_dropped_at?.getTime() ?? Number.NaN
  }

  #makeRoom(length: number): void {
    if (length <= this.ids.length) return
    this.ids = withRoom(this.ids, length)
    this.states = withRoom(this.states, length)
    this.prices = withRoom(this.prices, length)
    this.categories = withRoom(this.categories, length)
    this.brands = withRoom(this.brands, length)
    this.ratingCounts = withRoom(this.ratingCounts, length)
    this.ratingSums = withRoom(this.ratingSums, length)
    this.previousPrices = withRoom(this.previousPrices, length)
    this.droppedAt = withRoom(this.droppedAt, length)
  }

  #sortName(slot: number): string {
    return this.#sortNames[slot] ?? ''
  }

  /** Adds ten reviews of three and a half stars to each product, so that one review moves little. */
  #byRating(slot: number, other: number): number {
    const [sum, count] = [of(this.ratingSums, slot) + 35, of(this.ratingCounts, slot) + 10]
    return sum * (of(this.ratingCounts, other) + 10) - (of(this.ratingSums, other) + 35) * count
  }
}

export function specText(name: string, value: string): string {
  return JSON.stringify([name, value])
}

function stateOf(row: Row): number {
  return (row.is_active ? active : 0) | (row.on_hand > row.reserved ? inStock : 0)
}

function of(column: { readonly [slot: number]: number }, slot: number): number {
  return column[slot] ?? 0
}

function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
