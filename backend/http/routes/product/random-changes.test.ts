// Cached answers after random changes: each is what a plain look at all rows says now.

import { EventEmitter } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { NotificationTopics } from '#backend/eventstore/log/notifications.ts'
import { ResponseCache } from '#backend/http/middleware/response-cache.ts'
import { offersOf, pageOf, type Row, shelfOf } from '#backend/http/testing/catalogue-oracle.ts'
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import { searchText, sortName } from '#backend/readmodels/catalogue/catalogue-text.ts'
import { InMemoryCatalogue } from '#backend/readmodels/catalogue/in-memory/catalogue.ts'
import type { CatalogueTopics } from '#backend/readmodels/catalogue/in-memory/live-catalogue.ts'
import { firstPrice } from '#backend/readmodels/catalogue/price-history.ts'
import { unsaidColumns } from '#backend/readmodels/testing/unsaid-columns.ts'
import { catalogueAnswers } from './catalogue-answers.ts'

const [runs, stepsOfRun, products] = [200, 100, 10]
const [lists, calls] = [5, 8]
const dayMs = 86_400_000
const begin = Date.parse('2026-11-20T10:00:00Z')
const [kinds, brands, panels] = [
  ['Monitor', 'Teclado', 'Mouse'],
  ['Drakon', 'Orbis'],
  ['IPS', 'VA'],
]
const one = <Value>(of: readonly [Value, ...Value[]] | readonly Value[], nth: number) => of[nth % of.length] as Value

function rowOf(id: number): Row {
  return {
    ...unsaidColumns,
    ...described(id, one(kinds, id), one(kinds, id)),
    ...specified(one(brands, id), one(panels, id)),
    product_id: id,
    description: '',
    price_cents: 100 * (id % 4) + 50,
    vat_rate: 2100,
    internal_tax_rate: 0,
    net_cents: 90,
    currency: 'ARS',
    is_active: true,
    on_hand: 3,
    reserved: 0,
    rating_count: 0,
    rating_sum: 0,
    scores: {},
    prices: firstPrice({ at: 0, cents: 1000, currency: 'ARS', position: 1, correlation: '' }),
    previous_price_cents: null,
    price_dropped_at: null,
    prior_price_days: null,
    changed_at: null,
    image_url: '/img/0.webp',
    pictures: [{ url: '/img/0.webp', alt: '' }],
  }
}

function described(id: number, kind: string, category: string) {
  const name = `${kind} ${one(brands, id)} ${id}`
  return { name, category, search: searchText(name), sort_name: sortName(name) }
}

function specified(brand: string | undefined, panel: string) {
  const specs = [...(brand ? [{ name: 'Marca', value: brand }] : []), { name: 'Panel', value: panel }]
  return { shown_brand: brand ?? null, specs }
}

/** One thing that may change of a product, by a number. */
const changes: readonly ((row: Row, nth: number, now: number) => Partial<Row>)[] = [
  (_, nth) => ({ on_hand: nth % 3 }),
  (_, nth) => ({ on_hand: 2, reserved: nth % 3 }),
  (_, nth) => ({ price_cents: 100 * (nth % 4) + 50, net_cents: 80 * (nth % 4) + 40 }),
  (_, nth) => ({ vat_rate: nth % 2 ? 1050 : 2100, internal_tax_rate: nth % 3, net_cents: 20 + (nth % 5) }),
  ({ price_cents }, nth, now) => ({
    previous_price_cents: price_cents + 100 * (1 + (nth % 3)),
    price_dropped_at: new Date(now - (nth % 31) * dayMs),
    prior_price_days: nth % 14,
  }),
  () => ({ previous_price_cents: null, price_dropped_at: null }),
  (_, nth) => ({ is_active: nth % 2 === 0 }),
  (_, nth) => ({ description: `Texto ${nth}` }),
  (_, nth) => ({ image_url: `/img/${nth}.webp`, pictures: [{ url: `/img/${nth}.webp`, alt: '' }] }),
  ({ product_id, category }, nth) => described(product_id, one(kinds, nth), category),
  ({ product_id, name }, nth) => described(product_id, name.split(' ')[0] ?? '', one(kinds, nth)),
  ({ specs }, nth) => specified(one([...brands, undefined], nth), specs.at(-1)?.value ?? ''),
  ({ trade }, nth) => specified(trade.brand ?? undefined, one(panels, nth)),
  ({ rating_count: count, rating_sum: sum }, nth) => ({ rating_count: count + 1, rating_sum: sum + 1 + (nth % 5) }),
  ({ rating_count: count, rating_sum: sum }) => ({ rating_count: count + 2, rating_sum: sum + 7 }),
  () => ({ rating_count: 0, rating_sum: 0 }),
]
const numberOf = (most: number) => fc.nat({ max: most - 1 })
const someChange = fc.record({
  id: fc.integer({ min: 1, max: products + 2 }),
  which: numberOf(changes.length),
  nth: numberOf(60),
})
const someStep = fc.record({
  changed: fc.oneof({ weight: 9, arbitrary: fc.tuple(someChange) }, { weight: 1, arbitrary: fc.array(someChange) }),
  synonyms: fc.oneof({ weight: 60, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.boolean() }),
  hours: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: numberOf(72) }),
  asked: fc.array(numberOf(calls), { minLength: 2, maxLength: 3 }),
})
type Step = typeof someStep extends fc.Arbitrary<infer Value> ? Value : never
const someFilter: fc.Arbitrary<CatalogueFilter> = fc.record(
  {
    q: fc.constantFrom('monitor', 'moni', 'drakon', 'teclado va', 'orbis ips', 'pantalla', 'zzzz', 'or'),
    category: fc.constantFrom(...kinds),
    min: fc.constantFrom(1, 1.5),
    max: fc.constantFrom(2.5, 3),
    brand: fc.constantFrom(['Drakon'], ['Drakon', 'Orbis'], ['Nadie']),
    rating: fc.constantFrom('2', '3'),
    stock: fc.constant('todos'),
    sort: fc.constantFrom('name', 'price', 'rating', 'added'),
    direction: fc.constant('descendente'),
    spec: fc.constantFrom([{ name: 'Panel', value: 'VA' }], [{ name: 'Nada', value: 'VA' }]),
    size: fc.constantFrom(2, 6, 12),
    page: fc.constantFrom(1, 1, 2),
  },
  { requiredKeys: ['size', 'page'] },
)
/** Properties are chosen within a category. */
const someLists = fc.array(
  someFilter.map(({ spec, ...filter }) => ({ ...filter, ...(filter.category && spec && { spec }) })),
  { minLength: lists, maxLength: lists },
)

/** A catalogue with its cached answers at addresses: lists by number, then the small ones; and the oracle of each. */
function open(filters: readonly CatalogueFilter[]) {
  const shop = { rows: Array.from({ length: products }, (_, nth) => rowOf(nth + 1)), synonyms: new Map(), now: begin }
  const catalogue = new InMemoryCatalogue()
  catalogue.put(shop.rows)
  const live = Object.assign(new EventEmitter<CatalogueTopics>(), {
    catalogue,
    isBehind: false,
  })
  const now = () => new Date(shop.now)
  const cache = new ResponseCache({
    notifications: Object.assign(new EventEmitter<NotificationTopics>(), { connected: true }),
    catalogue: live,
    now,
  })
  const answers = catalogueAnswers({ cache, catalogue: live, now })
  const app = new Hono()
    .use(async (c, next) => (await cache.kept(c.req.path)?.answer.send(c)) ?? next())
    .get('/list/:nth', async (c) => {
      const filter = filters[Number(c.req.param('nth'))] ?? { size: 6, page: 1 }
      return (await answers.page(c, filter, (make) => make())) ?? c.json(null)
    })
    .get('/offers', (c) => answers.offers(c))
    .get('/newest', (c) => answers.shelf(c, 'newest'))
    .get('/beside', (c) => answers.shelf(c, 'bestRated', 3))
  const oracles: [path: string, answer: () => unknown][] = [
    ...filters.map((filter, nth): [string, () => unknown] => [`/list/${nth}`, () => pageOf(shop, filter)]),
    ['/offers', () => offersOf(shop)],
    ['/newest', () => shelfOf(shop, 'newest')],
    ['/beside', () => shelfOf(shop, 'bestRated', 3)],
  ]
  return { shop, catalogue, live, cache, app, oracles }
}

function apply({ shop, catalogue, live }: ReturnType<typeof open>, { changed, synonyms, hours }: Step): void {
  shop.now += hours * 3_600_000
  if (synonyms !== null) {
    shop.synonyms = new Map(
      synonyms
        ? [
            ['pantalla', 'monitor'],
            ['monitor', 'pantalla'],
          ]
        : [],
    )
    catalogue.setSynonyms(synonyms ? ['pantalla, monitor'] : [])
    live.emit('changed', [], true)
  }
  const rows = new Map(shop.rows.map((row) => [row.product_id, row]))
  for (const { id, which, nth } of changed) {
    const row = rows.get(id) ?? rowOf(id)
    rows.set(id, { ...row, ...changes[which]?.(row, nth, shop.now) })
  }
  shop.rows = [...rows.values()]
  const ids = [...new Set(changed.map(({ id }) => id))]
  live.emit('changed', ids, catalogue.put(ids.flatMap((id) => rows.get(id) ?? [])))
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('after each of 20,000 random changes, every cached answer is what a plain look at all rows says now', async () => {
  let [hits, asked] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      someLists,
      fc.array(someStep, { minLength: stepsOfRun, maxLength: stepsOfRun }),
      async (filters, steps) => {
        const opened = open(filters)
        for (const step of steps) {
          apply(opened, step)
          for (const nth of step.asked) {
            const [path, answer] = opened.oracles[nth] ?? ['', () => undefined]
            const [found, wanted] = [await (await opened.app.request(path)).json(), asJson(answer())]
            // Fifty thousand times: what shows a difference is slower than what finds one.
            if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted)
          }
          asked += step.asked.length
        }
        hits += opened.cache.hits
      },
    ),
    { numRuns: runs, seed: 20, endOnFailure: true },
  )
  // Many come from the cache, or nothing was tried.
  expect(hits / asked).toBeGreaterThan(0.1)
}, 1_800_000)
