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

/** The numbers by which lists are narrowed, counted and sorted. Lists that show a product are made again when one of them changes. */
const numbersOf = {
  states: (row: Row) => (row.is_active ? active : 0) | (row.on_hand > row.reserved ? inStock : 0),
  prices: (row: Row) => row.price_cents,
  ratingCounts: (row: Row) => row.rating_count,
  ratingSums: (row: Row) => row.rating_sum,
  /** Whole stars on average; 0 without reviews. */
  stars: (row: Row) => (row.rating_count === 0 ? 0 : Math.floor(row.rating_sum / row.rating_count)),
  /** In cents, before the last fall; NaN without one. */
  previousPrices: (row: Row) => row.previous_price_cents ?? Number.NaN,
  /** When the price fell, in milliseconds since 1970; NaN if its last change was none. */
  droppedAt: (row: Row) => row.price_dropped_at?.getTime() ?? Number.NaN,
}
type ColumnName = keyof typeof numbersOf
const columnNames = Object.keys(numbersOf) as ColumnName[]
export type Column = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>
type Columns = Record<Exclude<ColumnName, 'states' | 'stars'>, Column> &
  Record<'states' | 'stars', Uint8Array<ArrayBuffer>>

export class HeldProducts {
  readonly #slots = new Map<number, number>()
  readonly #cards: string[] = []
  readonly #sortNames: string[] = []
  #isInOrder = true
  ids = new Float64Array(64)
  categories = new Int32Array(64)
  brands = new Int32Array(64)
  readonly columns: Columns = {
    states: new Uint8Array(64),
    prices: new Float64Array(64),
    ratingCounts: new Int32Array(64),
    ratingSums: new Int32Array(64),
    stars: new Uint8Array(64),
    previousPrices: new Float64Array(64),
    droppedAt: new Float64Array(64),
  }
  readonly specs = new IntLists()
  readonly categoryNames = new Names()
  readonly brandNames = new Names()
  readonly specNames = new Names()
  readonly texts = new NameTexts()
  readonly words = new WordIndex()
  readonly orders = {
    name: new SortOrder((slot, other) => byText(this.#sortName(slot), this.#sortName(other)) || this.byId(slot, other)),
    price: new SortOrder(
      (slot, other) => of(this.columns.prices, slot) - of(this.columns.prices, other) || this.byId(slot, other),
    ),
    rating: new SortOrder((slot, other) => this.#byRating(slot, other) || this.byId(slot, other)),
  }

  get size(): number {
    return this.#cards.length
  }

  get bytes(): number {
    const all = [this.ids, this.categories, this.brands, ...Object.values(this.columns)]
    const columns = all.reduce((sum, column) => sum + column.byteLength, 0)
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
    const isPlaced = columnNames.every((name) => Object.is(of(this.columns[name], slot), numbersOf[name](row)))
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
    for (const name of columnNames) this.columns[name][slot] = numbersOf[name](row)
  }

  #makeRoom(length: number): void {
    if (length <= this.ids.length) return
    this.ids = withRoom(this.ids, length)
    this.categories = withRoom(this.categories, length)
    this.brands = withRoom(this.brands, length)
    for (const name of columnNames) Object.assign(this.columns, { [name]: withRoom(this.columns[name], length) })
  }

  #sortName(slot: number): string {
    return this.#sortNames[slot] ?? ''
  }

  /** Adds ten reviews of three and a half stars to each product, so that one review moves little. */
  #byRating(slot: number, other: number): number {
    const [sum, count] = [of(this.columns.ratingSums, slot) + 35, of(this.columns.ratingCounts, slot) + 10]
    return sum * (of(this.columns.ratingCounts, other) + 10) - (of(this.columns.ratingSums, other) + 35) * count
  }
}

export function specText(name: string, value: string): string {
  return JSON.stringify([name, value])
}

function of(column: { readonly [slot: number]: number }, slot: number): number {
  return column[slot] ?? 0
}

function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
