// How many products each further choice would show: all facets in one pass. A facet is counted as if nothing were chosen in it.
import { toDecimal } from '#backend/domain/money.ts'
import { leastStars } from '#backend/domain/product/product.limits.ts'
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import { isBrandName } from '#backend/readmodels/catalogue/catalogue-text.ts'
import { active, type HeldProducts, shown, specText } from './held-products.ts'

type Count = { name: string; count: number }
export type Facets = {
  categories: Count[]
  /** The commonest first. */
  brands: Count[]
  /** Products with at least so many stars on average. */
  ratings: { stars: number; count: number }[]
  /** The lowest and the highest price; null without products. */
  prices: { min: number; max: number } | null
  stock: { available: number; soldOut: number }
  /** Of the chosen category: what its spec sheets say in more than one way, what tells most first. */
  specs: { name: string; values: { value: string; count: number }[] }[]
}

/** More values of one facet nobody reads. */
const mostBrands = 30
const mostSpecs = 6
const mostValues = 12

/** What a product does not meet: nothing, more than one facet's choice, or that of one: price, brand, rating, or a property from `specs` on. */
const misses = { nothing: 0, several: -1, price: 1, brand: 2, rating: 3, specs: 4 } as const

/** Chooses among products, and counts. */
export class FacetCount {
  readonly #products: HeldProducts
  readonly #filter: CatalogueFilter
  readonly #category: number | undefined
  readonly #chosenBrands: ReadonlySet<number> | undefined
  /** The numbers of the chosen values, by property. */
  readonly #chosenSpecs: readonly { name: string; values: ReadonlySet<number> }[]
  readonly #categories: Int32Array
  readonly #brands: Int32Array
  readonly #stars = new Int32Array(6)
  readonly #specs: Int32Array
  /** By property that is chosen: the values of products that miss just this choice. */
  readonly #ofMissed: readonly Int32Array[]
  #members = 0
  #soldOut = 0
  #lowest = Number.POSITIVE_INFINITY
  #highest = Number.NEGATIVE_INFINITY

  constructor(products: HeldProducts, filter: CatalogueFilter) {
    const { category, brands = [], specs = [] } = filter
    this.#products = products
    this.#filter = filter
    this.#category = category === undefined ? undefined : products.categoryNames.find(category)
    this.#chosenBrands =
      brands.length > 0
        ? new Set(brands.map((name) => products.brandNames.find(name)).filter((number) => number >= 0))
        : undefined
    this.#chosenSpecs = [...Map.groupBy(specs, (spec) => spec.name)].map(([name, values]) => ({
      name,
      values: new Set(values.map(({ value }) => products.specNames.find(specText(name, value)))),
    }))
    this.#categories = new Int32Array(products.categoryNames.size)
    this.#brands = new Int32Array(products.brandNames.size)
    const properties = category === undefined ? 0 : products.specNames.size
    this.#specs = new Int32Array(properties)
    this.#ofMissed = this.#chosenSpecs.map(() => new Int32Array(properties))
  }

  /** Those of these products (all of them, without any) that meet the filter, in the same order. */
  choose(candidates: Int32Array | null): Int32Array {
    const { size } = this.#products
    const chosen = new Int32Array(candidates?.length ?? size)
    if (candidates) for (const slot of candidates) this.#look(slot, chosen)
    else for (let slot = 0; slot < size; slot++) this.#look(slot, chosen)
    return chosen.slice(0, this.#members)
  }

  #look(slot: number, chosen: Int32Array): void {
    const { states, categories } = this.#products
    const state = states[slot] ?? 0
    if ((state & active) === 0) return
    const plain = this.#missedOfAll(slot)
    const category = categories[slot] ?? 0
    const isListed = state === shown || this.#filter.withSoldOut === true
    if (isListed && plain === misses.nothing) this.#categories[category] = (this.#categories[category] ?? 0) + 1
    if (this.#category !== undefined && category !== this.#category) return
    const missed = this.#chosenSpecs.length === 0 ? plain : this.#missedSpec(slot, plain)
    if (state !== shown && missed === misses.nothing) this.#soldOut++
    if (!isListed || missed === misses.several) return
    if (missed === misses.nothing) chosen[this.#members++] = slot
    this.#count(slot, missed)
  }

  /** Of the facets that all categories have. */
  #missedOfAll(slot: number): number {
    const { minCents = 0, maxCents = Number.MAX_SAFE_INTEGER, rating } = this.#filter
    const { prices, brands, ratingCounts, ratingSums } = this.#products
    const price = prices[slot] ?? 0
    let missed: number = misses.nothing
    if (price < minCents || price > maxCents) missed = misses.price
    if (this.#chosenBrands && !this.#chosenBrands.has(brands[slot] ?? -1))
      missed = missed === misses.nothing ? misses.brand : misses.several
    if (rating !== undefined) {
      const count = ratingCounts[slot] ?? 0
      if (count === 0 || (ratingSums[slot] ?? 0) < rating * count)
        missed = missed === misses.nothing ? misses.rating : misses.several
    }
    return missed
  }

  #missedSpec(slot: number, plain: number): number {
    const { specs } = this.#products
    let missed = plain
    this.#chosenSpecs.forEach(({ values }, nth) => {
      for (let at = specs.start(slot); at < specs.end(slot); at++) if (values.has(specs.values[at] ?? 0)) return
      missed = missed === misses.nothing ? misses.specs + nth : misses.several
    })
    return missed
  }

  #count(slot: number, missed: number): void {
    const { brands, prices, ratingCounts, ratingSums, specs } = this.#products
    const meetsAll = missed === misses.nothing
    const brand = brands[slot] ?? -1
    if ((meetsAll || missed === misses.brand) && brand >= 0) this.#brands[brand] = (this.#brands[brand] ?? 0) + 1
    const count = ratingCounts[slot] ?? 0
    if ((meetsAll || missed === misses.rating) && count > 0) {
      const stars = Math.floor((ratingSums[slot] ?? 0) / count)
      this.#stars[stars] = (this.#stars[stars] ?? 0) + 1
    }
    if (meetsAll || missed === misses.price) {
      const price = prices[slot] ?? 0
      if (price < this.#lowest) this.#lowest = price
      if (price > this.#highest) this.#highest = price
    }
    if (this.#category === undefined || (!meetsAll && missed < misses.specs)) return
    const counts = meetsAll ? this.#specs : this.#ofMissed[missed - misses.specs]
    if (!counts) return
    for (let at = specs.start(slot); at < specs.end(slot); at++) {
      const number = specs.values[at] ?? 0
      counts[number] = (counts[number] ?? 0) + 1
    }
  }

  /** What was counted while choosing. */
  get facets(): Facets {
    const { categoryNames, brandNames } = this.#products
    const most = (one: Count, other: Count) => other.count - one.count || one.name.localeCompare(other.name, 'es')
    return {
      categories: named(this.#categories, categoryNames).toSorted((one, other) => byCode(one.name, other.name)),
      brands: named(this.#brands, brandNames).toSorted(most).slice(0, mostBrands),
      ratings: leastStars.map((least) => ({
        stars: Number(least),
        count: this.#stars.reduce((sum, count, stars) => (stars >= Number(least) ? sum + count : sum), 0),
      })),
      prices: this.#lowest <= this.#highest ? { min: toDecimal(this.#lowest), max: toDecimal(this.#highest) } : null,
      stock: {
        available: this.#filter.withSoldOut ? this.#members - this.#soldOut : this.#members,
        soldOut: this.#soldOut,
      },
      specs: this.#specFacets(),
    }
  }

  /** A property that each product has another value of tells little; one that all share tells nothing. */
  #specFacets(): Facets['specs'] {
    const isChosen = (name: string) => this.#chosenSpecs.some((chosen) => chosen.name === name)
    return [...this.#valuesOfSpecs()]
      .map(([name, values]) => ({ name, values, products: values.reduce((sum, { count }) => sum + count, 0) }))
      .filter(({ name, values }) => !isBrandName(name) && (values.length > 1 || isChosen(name)))
      .toSorted(
        (one, other) =>
          Number(isChosen(other.name)) - Number(isChosen(one.name)) ||
          other.products - other.values.length - (one.products - one.values.length) ||
          one.name.localeCompare(other.name, 'es'),
      )
      .slice(0, mostSpecs)
      .map(({ name, values }) => ({
        name,
        values: values
          .toSorted((one, other) => other.count - one.count || byCode(one.value, other.value))
          .slice(0, mostValues),
      }))
  }

  #valuesOfSpecs(): Map<string, { value: string; count: number }[]> {
    const found = new Map<string, { value: string; count: number }[]>()
    const ofMissed = new Map(this.#chosenSpecs.map(({ name }, nth) => [name, this.#ofMissed[nth]]))
    for (let number = 0; number < this.#specs.length; number++) {
      const isCounted = (this.#specs[number] ?? 0) > 0 || this.#ofMissed.some((counts) => (counts[number] ?? 0) > 0)
      if (!isCounted) continue
      const [name, value] = JSON.parse(this.#products.specNames.text(number)) as [string, string]
      const count = (this.#specs[number] ?? 0) + (ofMissed.get(name)?.[number] ?? 0)
      if (count === 0) continue
      const values = found.get(name)
      if (values) values.push({ value, count })
      else found.set(name, [{ value, count }])
    }
    return found
  }
}

function named(counts: Int32Array, names: { text(number: number): string }): Count[] {
  const all: Count[] = []
  counts.forEach((count, number) => {
    if (count > 0) all.push({ name: names.text(number), count })
  })
  return all
}

function byCode(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
