// The counts of typed filters are those of a plain look at every product.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CataloguePage } from '#backend/domain/product/catalogue.contract.ts'
import { attribute } from '#backend/domain/testing/schema-fixtures.ts'
import { searchText, sortName } from '#backend/readmodels/catalogue/catalogue-text.ts'
import { firstPrice } from '#backend/readmodels/catalogue/price-history.ts'
import type { ReadRow } from '#backend/readmodels/database.ts'
import { unsaidColumns } from '#backend/readmodels/testing/unsaid-columns.ts'
import { InMemoryCatalogue } from './catalogue.ts'
import { cataloguePage } from './catalogue-page.ts'

type Row = ReadRow<'catalogue'>
type Known = { hz?: number | null; panel?: string | null; hdr?: boolean; plugs?: string[] }
type Product = Known & { category: string; isSpec: boolean; units: number }

const schema = [
  attribute('hz', { label: 'Frecuencia', kind: 'number', unit: 'Hz', steps: [60, 144, 200], filter: 'atLeast' }),
  attribute('panel', { label: 'Panel', kind: 'choice', choices: ['IPS', 'VA', 'OLED'], filter: 'values' }),
  attribute('hdr', { label: 'HDR', kind: 'yesNo', filter: 'values' }),
  attribute('plugs', { label: 'Entradas', kind: 'list', filter: 'values' }),
  attribute('nota', { label: 'Nota' }),
]
const [kinds, panels, rates, plugs] = [
  ['Monitor', 'Teclado'],
  ['IPS', 'VA'],
  [60, 75, 144, 240],
  ['HDMI', 'USB-C', 'VGA'],
]

const someProduct: fc.Arbitrary<Product> = fc.record(
  {
    category: fc.constantFrom(...kinds),
    isSpec: fc.boolean(),
    units: fc.integer({ min: 0, max: 1 }),
    hz: fc.constantFrom(...rates, null),
    panel: fc.constantFrom(...panels, null),
    hdr: fc.boolean(),
    plugs: fc.uniqueArray(fc.constantFrom(...plugs), { minLength: 1 }),
  },
  { requiredKeys: ['category', 'isSpec', 'units'] },
)
const choices = { hz: ['144..', '..144', '60', '70..150', 'x'], panel: ['IPS', 'OLED', 'ninguno'], hdr: ['si'], plugs }
const someChoice = fc.uniqueArray(
  fc.constantFrom(...Object.entries(choices).flatMap(([name, all]) => all.map((value) => ({ name, value })))),
  { maxLength: 4 },
)

test('of 1,000 random catalogues, changed while they are there, hits and counts are those of a plain look', () => {
  fc.assert(
    fc.property(
      fc.array(someProduct, { maxLength: 12 }),
      fc.array(someProduct, { maxLength: 5 }),
      someChoice,
      (first, later, attr) => {
        const catalogue = new InMemoryCatalogue(undefined, new Map([['Monitor', schema]]))
        catalogue.put(first.map((product, nth) => rowOf(nth + 1, product)))
        catalogue.put(later.slice(0, first.length).map((product, nth) => rowOf(nth + 1, product)))
        const products = first.map((product, nth) => later[nth] ?? product)
        if (!products.some(({ category }) => category === 'Monitor')) return
        const page = cataloguePage(catalogue, { category: 'Monitor', attr, size: 30, page: 1 })
        const { items, facets } = JSON.parse(page?.text ?? '{}') as CataloguePage
        const passing = (but?: string) =>
          products.flatMap((product, nth) =>
            product.category === 'Monitor' && product.units > 0 && passes(product, attr, but) ? [nth + 1] : [],
          )
        const among = (key: string) =>
          passing(attr.some(({ name }) => name === key) ? key : undefined).map((id) => products[id - 1] as Product)
        const counted = facets.attributes.map(({ key, options }) => ({
          key,
          unknown: among(key).filter((product) => product[key as keyof Known] === undefined).length,
          counts: options.map(({ value }) => among(key).filter((product) => meets(product, key, value)).length),
        }))
        const told = facets.attributes.map(({ key, unknown, options }) => {
          return { key, unknown, counts: options.map(({ count }) => count) }
        })
        expect({ ids: items.map(({ id }) => id), told }).toEqual({ ids: passing(), told: counted })
      },
    ),
    { numRuns: 1000 },
  )
})

test('a product of which a value is not known passes no choice, and nothing of it is lost', () => {
  const catalogue = new InMemoryCatalogue(undefined, new Map([['Monitor', schema]]))
  const specs = [{ name: 'frecuencia', value: 'variable' }]
  catalogue.put([{ ...rowOf(1, { category: 'Monitor', isSpec: true, units: 1 }), specs }])
  const chosen = { category: 'Monitor', attr: [{ name: 'hz', value: '0..' }], size: 6, page: 1 }
  expect(JSON.parse(cataloguePage(catalogue, chosen)?.text ?? '')).toMatchObject({ total: 0 })
  expect(JSON.parse(cataloguePage(catalogue, { ...chosen, attr: [] })?.text ?? '')).toMatchObject({
    items: [{ id: 1, specs }],
  })
})

test('a number with its unit is searched by its value, which goes before a mere mention', () => {
  const inches = attribute('size', { label: 'Tamaño', kind: 'number', unit: '"' })
  const space = attribute('space', { label: 'Espacio', kind: 'number', unit: 'GB' })
  const catalogue = new InMemoryCatalogue(undefined, new Map([['Monitor', [...schema, inches, space]]]))
  const row = (id: number, name: string, attributes: Record<string, string>, description = '') => ({
    ...rowOf(id, { category: 'Monitor', isSpec: false, units: 1 }),
    ...{ name, search: searchText(name), sort_name: sortName(name), attributes, description },
  })
  catalogue.put([
    { ...row(1, 'Monitor Uno', { hz: '60' }), specs: [{ name: 'Nota', value: 'no llega a 144 Hz en 27' }] },
    row(2, 'Monitor Dos', { hz: '144', size: '27' }),
    row(3, 'Monitor Tres', { hz: '144', size: '24' }),
    row(4, 'Monitor Cuatro', { space: '1 TB' }),
  ])
  const found = (q: string) => {
    const { items } = JSON.parse(cataloguePage(catalogue, { q, size: 6, page: 1 })?.text ?? '') as CataloguePage
    return items.map(({ id }) => id)
  }
  expect(found('monitor 27 144hz')).toEqual([2, 1])
  expect(found('monitor 144 hz')).toEqual([2, 3, 1])
  expect(found('monitor 1tb')).toEqual([4])
  expect(found('1000gb')).toEqual([4])
})

function meets(product: Product, key: string, text: string): boolean {
  const value = product[key as keyof Known]
  if (value === undefined) return false
  if (value === null) return text === 'ninguno'
  if (typeof value === 'boolean') return value === (text === 'si')
  if (Array.isArray(value)) return value.includes(text)
  if (typeof value === 'string') return value === text
  if (text === 'ninguno' || text === 'x') return false
  const [from, to] = text.includes('..') ? text.split('..') : [text, text]
  return value >= Number(from || -1) && value <= Number(to || 1e9)
}

function passes(product: Product, attr: readonly { name: string; value: string }[], but: string | undefined): boolean {
  const names = [...new Set(attr.map(({ name }) => name))].filter((name) => name !== but)
  return names.every((key) => attr.some(({ name, value }) => name === key && meets(product, key, value)))
}

/** Values stand in free rows or are entered. */
function rowOf(id: number, { category, isSpec, units, hz, panel, hdr, plugs: inputs }: Product): Row {
  const said = { hz: textOf(hz, 'Hz'), panel: textOf(panel), hdr: hdr === undefined ? undefined : hdr ? 'sí' : 'no' }
  const texts = Object.entries({ ...said, plugs: inputs?.join(', ') }).filter(([, text]) => text !== undefined)
  const labelOf = (key: string) => schema.find((one) => one.key === key)?.label ?? key
  const specs = isSpec ? texts.map(([key, text]) => ({ name: labelOf(key), value: text ?? 'ninguno' })) : []
  const name = `${category} ${id}`
  return {
    ...{ ...unsaidColumns, product_id: id, name, description: '', category, image_url: '/img/x.webp', specs },
    ...{
      attributes: isSpec ? {} : (Object.fromEntries(texts) as Row['attributes']),
      price_cents: 100,
      currency: 'ARS',
    },
    ...{ is_active: true, on_hand: units, reserved: 0, rating_count: 0, rating_sum: 0, scores: {} },
    ...{
      search: searchText(name),
      sort_name: sortName(name),
      previous_price_cents: null,
      price_dropped_at: null,
      prior_price_days: null,
    },
    ...{ prices: firstPrice({ at: 0, cents: 100, currency: 'ARS', position: 1, correlation: '' }), changed_at: null },
    vat_rate: 2100,
    internal_tax_rate: 0,
    net_cents: 83,
    pictures: [{ url: '/img/x.webp', alt: '' }],
  }
}

function textOf(value: number | string | null | undefined, unit = ''): string | null | undefined {
  return value === null || value === undefined ? value : `${value} ${unit}`.trim()
}
