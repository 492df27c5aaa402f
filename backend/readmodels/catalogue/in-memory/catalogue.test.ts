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
import { unsaidColumns } from '#backend/readmodels/testing/unsaid-columns.ts'
import { InMemoryCatalogue } from './catalogue.ts'
import { cataloguePage } from './catalogue-page.ts'

type Row = ReadRow<'catalogue'>

/** Bytes of typed arrays after a collection, which lets go of them a moment later. */
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

/** A product, as a few numbers describe it. */
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
        shown_brand: brand,
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
    vat_rate: 2100,
    internal_tax_rate: 0,
    net_cents: 83,
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
    prior_price_days: null,
    ...unsaidColumns,
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
// Properties are chosen within a category.
const someQuestion = someFilter.map((filter) => (filter.category ? filter : { ...filter, spec: undefined }))

const synonyms = ['gpu, placa de video']

function loaded(rows: Iterable<Row>): InMemoryCatalogue {
  const catalogue = new InMemoryCatalogue()
  catalogue.setSynonyms(synonyms)
  catalogue.put([...rows])
  return catalogue
}

function ask(catalogue: InMemoryCatalogue, filter: Partial<CatalogueFilter>): CataloguePage | null {
  return JSON.parse(cataloguePage(catalogue, { size: 6, page: 1, ...filter })?.text ?? 'null')
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
        (!brands || (row.shown_brand !== null && brands.includes(row.shown_brand))) &&
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
      fc.array(fc.tuple(fc.array(someRow, { maxLength: 3 }), fc.array(someQuestion, { maxLength: 3 })), {
        maxLength: 6,
      }),
      fc.array(someQuestion, { minLength: 1, maxLength: 6 }),
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

describe('a list', () => {
  const rows = [rowOf(1, 'Monitor Uno'), rowOf(2, 'Teclado Dos', { category: 'Teclado' }), rowOf(3, 'Monitor Tres')]

  test('stays while units are sold or a text changes that it does not go by, and moves with all that it does', () => {
    const catalogue = loaded(rows)
    expect(catalogue.put([rowOf(1, 'Monitor Uno', { on_hand: 7 })])).toBe(false)
    expect(catalogue.put([rowOf(1, 'Monitor Uno', { description: 'Otro', on_hand: 3, reserved: 1 })])).toBe(false)
    const moves: Partial<Row>[] = [
      { price_cents: 5 },
      { previous_price_cents: 200, price_dropped_at: new Date(1) },
      { previous_price_cents: 200, price_dropped_at: new Date(2) },
      { rating_count: 1, rating_sum: 4 },
      { rating_count: 11, rating_sum: 39 },
      { specs: [{ name: 'Panel', value: 'VA' }] },
      { category: 'Otra' },
      { is_active: false },
    ]
    for (const move of moves) {
      expect(loaded(rows).put([rowOf(1, 'Monitor Uno', move)])).toBe(true)
      expect(catalogue.put([rowOf(3, 'Monitor Tres', move)])).toBe(true)
    }
    catalogue.put(rows)
    expect(ask(catalogue, { q: 'monitor' })?.total).toBe(2)
    expect(catalogue.put([rowOf(3, 'Monitor Tres', { on_hand: 0 })])).toBe(true)
    expect(ask(catalogue, { q: 'monitor' })?.total).toBe(1)
    expect(catalogue.put([rowOf(4, 'Monitor Cuatro')])).toBe(true)
    expect(ask(catalogue, { q: 'monitor' })?.total).toBe(2)
    catalogue.setSynonyms(['dos, pantalla'])
    expect(ask(catalogue, { q: 'pantalla' })?.total).toBe(1)
  })

  test('of many products is never old, and what they take in memory is about what is said of it', () => {
    const many = Array.from({ length: 60_000 }, (_, nth) => rowOf(nth + 1, `Monitor ${nth}`))
    const catalogue = loaded(many)
    expect(ask(catalogue, {})?.total).toBe(60_000)
    catalogue.put([rowOf(1, 'Monitor 0', { on_hand: 0 })])
    const after = ask(catalogue, {})
    expect([after?.total, after?.items[0]?.id]).toEqual([59_999, 2])
    // As docs/decisions says.
    expect(catalogue.products.bytes / many.length).toBeLessThan(1100)
  }, 120_000)

  test('leaves nothing in memory, however many are asked for', async () => {
    const many = loaded(
      Array.from({ length: 20_000 }, (_, at) => rowOf(at + 1, `Monitor ${at}`, { price_cents: 9000 })),
    )
    const asked = (nth: number) =>
      ask(many, { min: (nth + 1) / 100, sort: 'name', direction: 'ascendente', page: 9_999_999 })
    const before = buffers()
    for (let nth = 0; nth < 400; nth++) expect(asked(nth)?.total).toBe(20_000)
    await expect.poll(() => buffers() - before).toBeLessThan(1024 * 1024)
  })

  test('of a category that no product has is none, also if one had it', () => {
    const catalogue = loaded(rows)
    expect(ask(catalogue, { category: 'Teclado' })?.total).toBe(1)
    catalogue.put([rowOf(2, 'Teclado Dos', { category: 'Mouse' })])
    expect(ask(catalogue, { category: 'Teclado' })).toBeNull()
    expect(ask(catalogue, { category: 'Nada' })).toBeNull()
  })
})

test('what became cheaper is offered, the greatest part first, while it can be bought', () => {
  const at = new Date('2026-11-20T10:00:00Z')
  const cheaper = (id: number, cents: number, more: Partial<Row> = {}) =>
    rowOf(id, `Monitor ${id}`, { price_cents: cents, previous_price_cents: 1000, price_dropped_at: at, ...more })
  const catalogue = loaded([cheaper(1, 900), cheaper(2, 500), cheaper(3, 100, { on_hand: 0 }), rowOf(4, 'Monitor 4')])
  const last = new Date(at.getTime() + 30 * 86_400_000)
  const { offers, until } = catalogue.offers(last)
  expect(offers.map(({ id, previousPrice, since }) => [id, previousPrice, since])).toEqual([
    [2, 10, at.toISOString()],
    [1, 10, at.toISOString()],
  ])
  expect(until).toBe(last.getTime())
  expect(catalogue.offers(new Date(until + 1)).offers).toEqual([])
})
