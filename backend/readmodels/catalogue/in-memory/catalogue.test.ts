// The catalogue in memory: what is asked after any changes is what one that is loaded anew says, and what a plain look at all rows says.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CataloguePage } from '#backend/domain/product/catalogue.contract.ts'
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import { searchText, sortName } from '#backend/readmodels/catalogue/catalogue-text.ts'
import { firstPrice } from '#backend/readmodels/catalogue/price-history.ts'
import type { ReadRow } from '#backend/readmodels/database.ts'
import { InMemoryCatalogue } from './catalogue.ts'
import { CatalogueQuestion } from './catalogue-question.ts'

type Row = ReadRow<'catalogue'>

/** Bytes of typed arrays, once nothing is left to collect. */
function buffers(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}

const [kinds, brands, panels] = [
  ['Monitor', 'Teclado', 'Placa de video'],
  ['Drakon', 'Orbis'],
  ['IPS', 'VA'],
]

/** A product as a few numbers resultSet it. */
const someRow = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }),
    kind: fc.constantFrom(...kinds),
    brand: fc.option(fc.constantFrom(...brands)),
    panel: fc.constantFrom(...panels),
    cents: fc.integer({ min: 1, max: 4 }),
    units: fc.integer({ min: 0, max: 2 }),
    active: fc.boolean(),
    scores: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
  })
  .map(
    ({ id, kind, brand, panel, cents, units, active, scores }): Row =>
      rowOf(id, `${kind} ${brand ?? 'Ñandú'} ${panel} ${id}`, {
        category: kind,
        brand,
        specs: [...(brand ? [{ name: 'Marca', value: brand }] : []), { name: 'Panel', value: panel }],
        price_cents: 100 * cents,
        on_hand: units,
        is_active: active,
        rating_count: scores.length,
        rating_sum: scores.reduce((sum, score) => sum + score, 0),
      }),
  )

function rowOf(id: number, name: string, more: Partial<Row> = {}): Row {
  return {
    product_id: id,
    name,
    description: '',
    category: 'Monitor',
    image_url: '/img/x.webp',
    specs: [],
    price_cents: 100,
    currency: 'ARS',
    is_active: true,
    on_hand: 1,
    reserved: 0,
    rating_count: 0,
    rating_sum: 0,
    scores: {},
    search: searchText(name),
    sort_name: sortName(name),
    prices: firstPrice({ at: 0, cents: 1000, currency: 'ARS', position: 1, correlation: '' }),
    previous_price_cents: null,
    price_dropped_at: null,
    brand: null,
    changed_at: null,
    pictures: [{ url: '/img/x.webp', alt: '' }],
    ...more,
  }
}

const someFilter: fc.Arbitrary<CatalogueFilter> = fc.record({
  q: fc.constantFrom(
    undefined,
    'monitor',
    'monitores ips',
    'tecaldo',
    'orbis va',
    'gpu',
    'ñandu',
    'ips zzz',
    'zzz',
    '3',
  ),
  category: fc.constantFrom(undefined, ...kinds),
  min: fc.constantFrom(undefined, 2),
  max: fc.constantFrom(undefined, 3),
  brand: fc.constantFrom(undefined, ['Drakon'], ['Drakon', 'Orbis'], ['Nadie']),
  rating: fc.constantFrom(undefined, '3'),
  spec: fc.constantFrom(undefined, [{ name: 'Panel', value: 'VA' }]),
  stock: fc.constantFrom(undefined, 'todos'),
  sort: fc.constantFrom(undefined, 'name', 'price', 'rating', 'added'),
  direction: fc.constantFrom(undefined, 'descendente'),
  size: fc.constantFrom(6, 12),
  page: fc.constantFrom(1, 2),
})

const synonyms = ['gpu, placa de video']

function loaded(rows: Iterable<Row>): InMemoryCatalogue {
  const catalogue = new InMemoryCatalogue()
  catalogue.setSynonyms(synonyms)
  catalogue.put([...rows], true)
  catalogue.settle()
  return catalogue
}

function ask(catalogue: InMemoryCatalogue, filter: CatalogueFilter): CataloguePage | null {
  return JSON.parse(new CatalogueQuestion(filter).answer(catalogue, false) ?? 'null')
}

/** What a filter without a search lists, as anybody would look for it. */
function lookedThrough(rows: readonly Row[], filter: CatalogueFilter): number[] {
  const { category, min = 0, max = 1e9, brand: brands, rating, spec: specs = [], sort, direction, size, page } = filter
  const key = (row: Row) => {
    if (sort === 'price') return row.price_cents
    if (sort === 'rating') return (row.rating_sum + 35) / (row.rating_count + 10)
    return sort === 'name' ? row.sort_name : 0
  }
  const found = rows
    .filter(
      (row) =>
        row.is_active &&
        (filter.stock || row.on_hand > row.reserved) &&
        (category === undefined || row.category === category) &&
        row.price_cents >= min * 100 &&
        row.price_cents <= max * 100 &&
        (!brands || (row.brand !== null && brands.includes(row.brand))) &&
        (rating === undefined || (row.rating_count > 0 && row.rating_sum / row.rating_count >= Number(rating))) &&
        specs.every(({ name, value }) => row.specs.some((spec) => spec.name === name && spec.value === value)),
    )
    .toSorted(
      (one, other) => (key(one) < key(other) ? -1 : Number(key(one) > key(other))) || one.product_id - other.product_id,
    )
  if (sort && direction) found.reverse()
  return found.slice(size * (page - 1), size * page).map(({ product_id }) => product_id)
}

test('after any changes each question has the answer of one that is loaded anew, and without a search that of a plain look', () => {
  fc.assert(
    fc.property(
      fc.array(someRow, { minLength: 1, maxLength: 10 }),
      fc.array(fc.tuple(fc.array(someRow, { maxLength: 3 }), fc.array(someFilter, { maxLength: 3 })), { maxLength: 6 }),
      fc.array(someFilter, { minLength: 1, maxLength: 6 }),
      (first, steps, filters) => {
        const rows = new Map(first.map((row) => [row.product_id, row]))
        const catalogue = loaded(rows.values())
        for (const [changed, asked] of steps) {
          for (const filter of [...asked, ...filters]) ask(catalogue, filter)
          for (const row of changed) rows.set(row.product_id, row)
          catalogue.put(changed)
        }
        const all = [...rows.values()].toSorted((one, other) => one.product_id - other.product_id)
        const anew = loaded(all)
        for (const filter of filters) {
          const answer = ask(catalogue, filter)
          expect(answer).toEqual(ask(anew, filter))
          if (filter.q === undefined && answer)
            expect(answer.items.map(({ id }) => id)).toEqual(lookedThrough(all, filter))
        }
      },
    ),
    { numRuns: 300 },
  )
})

describe('what is chosen', () => {
  const resultSet = (catalogue: InMemoryCatalogue, filter: Partial<CatalogueFilter>, isLateAllowed = false) =>
    catalogue.resultSet({ filter: { size: 6, page: 1, ...filter }, isLateAllowed })
  const rows = [rowOf(1, 'Monitor Uno'), rowOf(2, 'Teclado Dos', { category: 'Teclado' }), rowOf(3, 'Monitor Tres')]

  test('stays until a product that it was chosen from has another place: not when units are sold or others change', () => {
    const catalogue = loaded(rows)
    const monitors = resultSet(catalogue, { q: 'monitor' })
    catalogue.put([rowOf(1, 'Monitor Uno', { on_hand: 7 })])
    catalogue.put([rowOf(2, 'Teclado Dos', { category: 'Teclado', price_cents: 5 })])
    expect(resultSet(catalogue, { q: 'monitor' })).toBe(monitors)
    catalogue.put([rowOf(3, 'Monitor Tres', { on_hand: 0 })])
    expect(resultSet(catalogue, { q: 'monitor' })?.total).toBe(1)
    catalogue.put([rowOf(4, 'Monitor Cuatro')])
    expect(resultSet(catalogue, { q: 'monitor' })?.total).toBe(2)
    catalogue.setSynonyms(['dos, pantalla'])
    expect(resultSet(catalogue, { q: 'pantalla' })?.total).toBe(1)
  })

  test('of many products may be a moment old for who changed nothing; their cards are those of now', () => {
    const many = Array.from({ length: 60_000 }, (_, nth) => rowOf(nth + 1, `Monitor ${nth}`))
    const catalogue = loaded(many)
    const question = new CatalogueQuestion({ size: 6, page: 1 })
    const pageOf = (isLateAllowed: boolean): CataloguePage =>
      JSON.parse(question.answer(catalogue, isLateAllowed) ?? 'null')
    expect(pageOf(true).total).toBe(60_000)
    catalogue.put([rowOf(1, 'Monitor 0', { on_hand: 0 })])
    const late = pageOf(true)
    expect([late.total, late.items[0]?.stock]).toEqual([60_000, 0])
    expect(pageOf(false).total).toBe(59_999)
    expect(pageOf(true).total).toBe(59_999)
    // About what is said of it in docs/decisions.
    expect(catalogue.products.bytes / many.length).toBeLessThan(1000)
  })

  test('lies in memory no longer than it is kept, however many questions remember what they were answered', async () => {
    const many = loaded(
      Array.from({ length: 20_000 }, (_, at) => rowOf(at + 1, `Monitor ${at}`, { price_cents: 9000 })),
    )
    const before = buffers()
    const questions = Array.from({ length: 400 }, (_, nth) => {
      const filter = { size: 6, min: (nth + 1) / 100, sort: 'name', direction: 'ascendente', page: 9_999_999 } as const
      return new CatalogueQuestion(filter)
    })
    for (const question of questions) expect(question.answer(many, false)).toContain('"total":20000')
    expect(buffers() - before).toBeLessThan(48 * 1024 * 1024)
    expect(questions[0]?.answer(many, false)).toContain('"total":20000')
  })

  test('a category that no product has is none, also if one had it', () => {
    const catalogue = loaded(rows)
    expect(resultSet(catalogue, { category: 'Teclado' })?.total).toBe(1)
    catalogue.put([rowOf(2, 'Teclado Dos', { category: 'Mouse' })])
    expect(resultSet(catalogue, { category: 'Teclado' })).toBeNull()
    expect(resultSet(catalogue, { category: 'Nada' })).toBeNull()
  })
})

test('what became cheaper is offered, the greatest part first, while it can be bought', () => {
  const at = new Date('2026-11-20T10:00:00Z')
  const cheaper = (id: number, cents: number, more: Partial<Row> = {}) =>
    rowOf(id, `Monitor ${id}`, { price_cents: cents, previous_price_cents: 1000, price_dropped_at: at, ...more })
  const catalogue = loaded([cheaper(1, 900), cheaper(2, 500), cheaper(3, 100, { on_hand: 0 }), rowOf(4, 'Monitor 4')])
  expect(catalogue.offers(at).map(({ id, previousPrice, since }) => [id, previousPrice, since])).toEqual([
    [2, 10, at.toISOString()],
    [1, 10, at.toISOString()],
  ])
  expect(catalogue.offers(new Date(at.getTime() + 1))).toEqual([])
})
