// Says what the catalogue must answer, by looking through all rows each time. Shares no function with what it judges.
import type { CatalogueItem, CataloguePage, Offer, ShelfItem } from '#backend/domain/product/catalogue.contract.ts'
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import type { ReadRow } from '#backend/readmodels/database.ts'

export type Row = ReadRow<'catalogue'>
type Counts = CataloguePage['facets']
/** Names of the filter's tests, and of each property that it chooses. */
type TestName = string

/** `synonyms`: by a searched word another one that names are found by. */
type Shop = { rows: readonly Row[]; synonyms: ReadonlyMap<string, string>; now: number }

function itemOf(row: Row): CatalogueItem {
  const { previous_price_cents: previous, price_dropped_at: at, prior_price_days: days } = row
  return {
    id: row.product_id,
    name: row.name,
    description: row.description,
    price: row.price_cents / 100,
    vatRate: row.vat_rate,
    internalTaxRate: row.internal_tax_rate,
    netPrice: row.net_cents / 100,
    category: row.category,
    imageUrl: row.image_url,
    stock: row.on_hand - row.reserved,
    isActive: row.is_active,
    rating: {
      average: row.rating_count > 0 ? row.rating_sum / row.rating_count : null,
      count: row.rating_count,
      scores: row.scores,
    },
    specs: row.specs,
    attributes: row.attributes,
    brand: row.trade.brand,
    sku: row.trade.sku,
    mpn: row.trade.mpn,
    ean: row.trade.ean,
    guaranteeMonths: row.trade.guaranteeMonths,
    guaranteeBy: row.trade.guaranteeBy,
    weightGrams: row.trade.weightGrams,
    size: row.trade.size,
    pictures: row.pictures,
    ...(previous !== null &&
      at && { priceFall: { previousPrice: previous / 100, since: at.toISOString(), hasPercent: (days ?? 0) > 6 } }),
  }
}

export function pageOf(shop: Shop, filter: CatalogueFilter): CataloguePage | null {
  const { q, category, sort, direction, size, page } = filter
  if (category !== undefined && !shop.rows.some((row) => row.category === category)) return null
  const isListed = (row: Row) => row.is_active && (filter.stock !== undefined || stockOf(row) > 0)
  const found = q === undefined ? null : searched(shop, q, isListed)
  const rankOf = found ? (row: Row) => found.ranks.get(row) ?? 0 : () => 0
  const candidates = (found ? [...found.ranks.keys()] : shop.rows).filter((row) => row.is_active)
  const listed = candidates
    .filter((row) => failed(row, filter).length === 0)
    .toSorted((one, other) => (sort ? byKey(sort, one, other) : rankOf(other) - rankOf(one)) || byId(one, other))
  if (sort && direction === 'descendente') listed.reverse()
  const total = listed.length
  const soldOut = (filter.stock === undefined && found ? found.mentioned : [])
    .filter((row) => row.is_active && stockOf(row) <= 0 && failed(row, filter).every((test) => test === 'stock'))
    .toSorted(byId)
  return {
    items: listed.slice((page - 1) * size, page * size).map(itemOf),
    total,
    page,
    pageSize: size,
    pages: Math.ceil(total / size),
    facets: facetsOf(candidates, filter),
    soldOut: {
      total: soldOut.length,
      items: soldOut.slice(0, 3).map((row) => ({ id: row.product_id, name: row.name })),
    },
    ledTo: null,
    popular: total === 0 && q !== undefined ? popular(shop.rows) : [],
  }
}

export function offersOf({ rows, now }: Shop): Offer[] {
  const part = (row: Row) => row.price_cents / (row.previous_price_cents ?? 1)
  const days = (row: Row) => (now - (row.price_dropped_at?.getTime() ?? Number.NEGATIVE_INFINITY)) / 86_400_000
  return rows
    .filter((row) => row.is_active && stockOf(row) > 0 && days(row) <= 30)
    .toSorted((one, other) => part(one) - part(other) || byId(one, other))
    .slice(0, 8)
    .map((row) => ({
      ...itemOf(row),
      previousPrice: (row.previous_price_cents ?? 0) / 100,
      since: row.price_dropped_at?.toISOString() ?? '',
    }))
}

export function shelfOf({ rows }: Shop, of: 'newest' | 'bestRated', beside?: number): ShelfItem[] {
  const category = rows.find((row) => row.product_id === beside)?.category
  if (beside !== undefined && category === undefined) return []
  return rows
    .filter((row) => row.is_active && stockOf(row) > 0 && row.product_id !== beside)
    .filter((row) => category === undefined || row.category === category)
    .toSorted((one, other) => (of === 'bestRated' ? byKey('rating', other, one) : 0) || byId(other, one))
    .slice(0, 4)
    .map(itemOf)
    .map(({ id, name, imageUrl, price, netPrice, rating: { average, count } }) => {
      return { id, name, imageUrl, price, netPrice, rating: { average, count } }
    })
}

function popular(rows: readonly Row[]): CataloguePage['popular'] {
  const sold = rows.filter((row) => row.is_active && stockOf(row) > 0)
  return [...Map.groupBy(sold, (row) => row.category)]
    .map(([category, products]) => ({
      category,
      imageUrl: products.toSorted((one, other) => byKey('rating', other, one) || byId(other, one))[0]?.image_url ?? '',
      count: products.length,
      reviews: products.reduce((sum, row) => sum + row.rating_count, 0),
    }))
    .toSorted(
      (one, other) =>
        other.reviews - one.reviews || other.count - one.count || (one.category < other.category ? -1 : 1),
    )
    .slice(0, 6)
    .map(({ category, imageUrl, count }) => ({ category, imageUrl, count }))
}

function stockOf(row: Row): number {
  return row.on_hand - row.reserved
}

function byId(one: Row, other: Row): number {
  return one.product_id - other.product_id
}

function byKey(sort: NonNullable<CatalogueFilter['sort']>, one: Row, other: Row): number {
  if (sort === 'name') return one.sort_name < other.sort_name ? -1 : Number(one.sort_name > other.sort_name)
  if (sort === 'price') return one.price_cents - other.price_cents
  if (sort === 'added') return byId(one, other)
  const sums = [one, other].map((row) => row.rating_sum + 35)
  const counts = [one, other].map((row) => row.rating_count + 10)
  return (sums[0] ?? 0) * (counts[1] ?? 0) - (sums[1] ?? 0) * (counts[0] ?? 0)
}

function brandOf(row: Row): string | undefined {
  return row.specs.find(({ name }) => name === 'Marca')?.value
}

function hasSpec(row: Row, name: string, value: string): boolean {
  return row.specs.some((spec) => spec.name === name && spec.value === value)
}

/** The tests of the filter that a product fails. */
function failed(row: Row, { category, min, max, brand, rating, spec = [], stock }: CatalogueFilter): TestName[] {
  const average = row.rating_count > 0 ? row.rating_sum / row.rating_count : 0
  const properties = Map.groupBy(spec, ({ name }) => name)
  const results: [TestName, boolean][] = [
    ['category', category === undefined || row.category === category],
    ['prices', row.price_cents >= (min ?? 0) * 100 && row.price_cents <= (max ?? 1e9) * 100],
    ['brands', !brand || brand.some((name) => name === brandOf(row))],
    ['ratings', rating === undefined || average >= Number(rating)],
    ['stock', stock !== undefined || stockOf(row) > 0],
    ...[...properties].map(([name, values]): [TestName, boolean] => [
      `spec ${name}`,
      values.some(({ value }) => hasSpec(row, name, value)),
    ]),
  ]
  return results.flatMap(([name, isMet]) => (isMet ? [] : [name]))
}

function counted(values: readonly string[]): { name: string; count: number }[] {
  return [...Map.groupBy(values, (value) => value)].map(([name, all]) => ({ name, count: all.length }))
}

function facetsOf(candidates: readonly Row[], filter: CatalogueFilter): Counts {
  const without = (...names: TestName[]) =>
    candidates.filter((row) => failed(row, filter).every((test) => names.includes(test.replace(/^spec .*/, 'specs'))))
  const most = (one: { name: string; count: number }, other: { name: string; count: number }) =>
    other.count - one.count || (one.name < other.name ? -1 : 1)
  const prices = without('prices').map((row) => row.price_cents / 100)
  const rated = without('ratings').map((row) => (row.rating_count > 0 ? row.rating_sum / row.rating_count : 0))
  const inStock = without('stock').filter((row) => stockOf(row) > 0).length
  return {
    categories: counted(without('category', 'specs').map((row) => row.category)).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    ),
    brands: counted(without('brands').flatMap((row) => brandOf(row) ?? [])).toSorted(most),
    ratings: [4, 3, 2].map((stars) => ({ stars, count: rated.filter((average) => average >= stars).length })),
    prices: prices.length > 0 ? { min: Math.min(...prices), max: Math.max(...prices) } : null,
    stock: { available: inStock, soldOut: without('stock').length - inStock },
    attributes: [],
    specs: filter.category === undefined ? [] : specsOf(candidates, filter),
  }
}

function specsOf(candidates: readonly Row[], filter: CatalogueFilter): Counts['specs'] {
  const chosen = (filter.spec ?? []).map(({ name }) => name)
  const names = new Set(candidates.flatMap((row) => row.specs.map(({ name }) => name)))
  return [...names]
    .filter((name) => name !== 'Marca')
    .map((name) => {
      const fitting = candidates.filter((row) => failed(row, filter).every((test) => test === `spec ${name}`))
      const values = fitting.flatMap((row) => row.specs.filter((spec) => spec.name === name).map(({ value }) => value))
      const counts = counted(values).map((each) => ({ value: each.name, count: each.count }))
      const isChosen = chosen.includes(name)
      const sorted = counts.toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      return { name, isChosen, telling: values.length - counts.length, values: sorted }
    })
    .filter(({ isChosen, values }) => values.length > (isChosen ? 0 : 1))
    .toSorted(
      (one, other) =>
        Number(other.isChosen) - Number(one.isChosen) ||
        other.telling - one.telling ||
        (one.name < other.name ? -1 : 1),
    )
    .map(({ name, values }) => ({ name, values }))
}

type Meets = { atAll: boolean; literally: boolean; inName: boolean; inTitle: boolean; first: boolean }

/** For words of small letters that have no plural. A product's words are those of its name, category and spec sheet. */
function searched(shop: Shop, q: string, isListed: (row: Row) => boolean) {
  const words = q.split(' ')
  const meets = new Map(shop.rows.map((row) => [row, words.map((word) => meetsOf(row, word, shop.synonyms.get(word)))]))
  const of = (row: Row) => meets.get(row) ?? []
  const isKind = words.length === 1 && shop.rows.some((row) => of(row).every(({ first }) => first))
  const lower = (row: Row) => row.name.toLowerCase()
  const whole = shop.rows.filter(
    (row) => lower(row).includes(q) || of(row).every(({ atAll, inTitle }) => (isKind ? inTitle : atAll)),
  )
  const wholeRank = (row: Row) =>
    40 * Number(of(row).every(({ literally }) => literally)) +
    4 * Number(of(row).every(({ inName }) => inName)) +
    16 * Number(of(row).some(({ first }) => first)) +
    Number(of(row).every(({ inTitle }) => inTitle)) +
    64 * Number(lower(row).startsWith(q))
  if (whole.some(isListed)) return { ranks: new Map(whole.map((row) => [row, wholeRank(row)])), mentioned: whole }
  const count = (row: Row, name: keyof Meets) => of(row).filter((each) => each[name]).length
  const half = shop.rows.filter((row) => count(row, 'atAll') >= words.length / 2)
  const halfRank = (row: Row) => 4 * count(row, 'atAll') + 2 * count(row, 'inName') + 3 * count(row, 'first')
  const ranks = new Map(half.some(isListed) ? half.map((row) => [row, halfRank(row)]) : [])
  return { ranks, mentioned: whole }
}

function meetsOf(row: Row, word: string, synonym: string | undefined): Meets {
  const wordsOf = (text: string) => text.toLowerCase().split(' ')
  const [name, category] = [wordsOf(row.name), wordsOf(row.category)]
  const specs = row.specs.flatMap((spec) => [...wordsOf(spec.name), ...wordsOf(spec.value)])
  const isIn = (words: readonly string[]) =>
    words.some((each) => (word.length < 3 ? each === word : each.startsWith(word)))
  const [inName, inCategory] = [isIn(name), isIn(category)]
  const other = synonym === undefined ? [] : [synonym]
  const [otherInName, otherInCategory] = [name, category].map((words) => other.some((each) => words.includes(each)))
  const isOtherFirst = other.includes(name[0] ?? '')
  return {
    atAll: inName || inCategory || isIn(specs) || Boolean(otherInName || otherInCategory),
    literally: inName,
    inName: inName || Boolean(otherInName),
    inTitle: inName || inCategory || isOtherFirst || Boolean(otherInCategory && !otherInName),
    first: isIn(name.slice(0, 1)) || isOtherFirst,
  }
}
