// Holds every product in memory: columns of numbers for filtering, counting and sorting, and each product's JSON. A
// product's index counts from 0 in the order of reading.
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

export class InMemoryProducts {
  readonly #indexes = new Map<number, number>()
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
    name: new SortOrder(
      (index, other) => byText(this.#sortName(index), this.#sortName(other)) || this.byId(index, other),
    ),
    price: new SortOrder(
      (index, other) => of(this.columns.prices, index) - of(this.columns.prices, other) || this.byId(index, other),
    ),
    rating: new SortOrder((index, other) => this.#byRating(index, other) || this.byId(index, other)),
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

  indexOf(id: number): number | undefined {
    return this.#indexes.get(id)
  }

  /** The product's JSON; the same string until the product changes. */
  card(index: number): string {
    return this.#cards[index] ?? ''
  }

  item(index: number): CatalogueItem {
    return JSON.parse(this.card(index)) as CatalogueItem
  }

  readonly byId = (index: number, other: number): number => of(this.ids, index) - of(this.ids, other)

  get byAge(): Int32Array {
    return this.inOrder(Int32Array.from({ length: this.size }, (_, index) => index))
  }

  inOrder(indexes: Int32Array): Int32Array {
    return this.#isInOrder ? indexes : indexes.sort(this.byId)
  }

  put(row: Row, isOneOfMany = false): { index: number; effect: Effect } {
    const known = this.#indexes.get(row.product_id)
    const card = JSON.stringify(toItem(row))
    if (known === undefined) return { index: this.#add(row, card, isOneOfMany), effect: 'texts' }
    const effect = this.#effectOf(known, row, card)
    if (effect === 'texts') this.words.remove(known, this.item(known))
    if (effect !== 'none') this.#cards[known] = card
    if (effect === 'texts') this.#describe(known, row)
    if (effect === 'place' || effect === 'texts') this.#place(known, row)
    return { index: known, effect }
  }

  #add(row: Row, card: string, isOneOfMany: boolean): number {
    const index = this.#cards.push(card) - 1
    this.#makeRoom(index + 1)
    this.#indexes.set(row.product_id, index)
    if (index > 0 && row.product_id < of(this.ids, index - 1)) this.#isInOrder = false
    this.ids[index] = row.product_id
    this.#sortNames[index] = row.sort_name
    this.#write(index, row)
    this.texts.set(index, row.search)
    this.#indexTexts(index, row)
    for (const order of Object.values(this.orders)) order.add(index, isOneOfMany)
    return index
  }

  #effectOf(index: number, row: Row, card: string): Effect {
    const isPlaced = columnNames.every((name) => Object.is(of(this.columns[name], index), numbersOf[name](row)))
    if (card === this.#cards[index]) return isPlaced ? 'none' : 'place'
    const { name, category, specs } = this.item(index)
    const isDescribed =
      name === row.name && category === row.category && JSON.stringify(specs) === JSON.stringify(row.specs)
    if (!isDescribed) return 'texts'
    return isPlaced ? 'card' : 'place'
  }

  #describe(index: number, row: Row): void {
    this.orders.name.move(index, () => {
      this.#sortNames[index] = row.sort_name
    })
    this.texts.set(index, row.search)
    this.#indexTexts(index, row)
  }

  #indexTexts(index: number, row: Row): void {
    this.words.add(index, row)
    this.categories[index] = this.categoryNames.of(row.category)
    this.brands[index] = row.brand === null ? -1 : this.brandNames.of(row.brand)
    const pairs = row.specs.map(({ name, value }) => this.specNames.of(specText(name, value)))
    this.specs.set(index, [...new Set(pairs)])
  }

  #place(index: number, row: Row): void {
    this.orders.price.move(index, () => this.orders.rating.move(index, () => this.#write(index, row)))
  }

  #write(index: number, row: Row): void {
    for (const name of columnNames) this.columns[name][index] = numbersOf[name](row)
  }

  #makeRoom(length: number): void {
    if (length <= this.ids.length) return
    this.ids = withRoom(this.ids, length)
    this.categories = withRoom(this.categories, length)
    this.brands = withRoom(this.brands, length)
    for (const name of columnNames) Object.assign(this.columns, { [name]: withRoom(this.columns[name], length) })
  }

  #sortName(index: number): string {
    return this.#sortNames[index] ?? ''
  }

  /** Adds ten reviews of three and a half stars to each product, so that one review moves little. */
  #byRating(index: number, other: number): number {
    const [sum, count] = [of(this.columns.ratingSums, index) + 35, of(this.columns.ratingCounts, index) + 10]
    return sum * (of(this.columns.ratingCounts, other) + 10) - (of(this.columns.ratingSums, other) + 35) * count
  }
}

export function specText(name: string, value: string): string {
  return JSON.stringify([name, value])
}

function of(column: { readonly [index: number]: number }, index: number): number {
  return column[index] ?? 0
}

function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
