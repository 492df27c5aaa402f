// Schemas of categories over HTTP: who changes them, what a product may say by them, and that they write nothing of products.
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { unsaid } from '#backend/domain/testing/plain-product.ts'
import { pricedAt } from '#backend/domain/testing/priced-at.ts'
import { attribute } from '#backend/domain/testing/schema-fixtures.ts'
import type { NewWrite } from '#backend/eventstore/log/event-store.ts'
import { eventsAfter, expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'

const rate = attribute('frecuencia', {
  label: 'Frecuencia',
  kind: 'number',
  unit: 'Hz',
  steps: [60, 144],
  filter: 'atLeast',
})
const panel = attribute('panel', { label: 'Panel', kind: 'choice', choices: ['IPS', 'VA'], filter: 'values' })

const test = base.extend('panel', { scope: 'file' }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const change = (category: string, revision: number, attributes: object[]) =>
    admin.post('/api/panel/schemas', { category, revision, attributes })
  const page = async (query: Record<string, string>) =>
    (await admin.get(`/api/catalogue?${new URLSearchParams(query).toString()}`)).body
  const product = async (id: number) => (await admin.get(`/api/product/${id}`)).body
  return { admin, change, page, product }
})

describe('a schema', () => {
  test('is changed by an admin on the revision that was seen, and names the row and field of a mistake', async ({
    shop,
    panel: { admin, change },
  }) => {
    const editor = await signedIn(shop, { role: 'editor' })
    const body = { category: 'Teclados', revision: 0, attributes: [] }
    expectProblem(await editor.post('/api/panel/schemas', body), 403, 'forbidden')
    expect((await editor.get('/api/panel/schemas')).status).toBe(200)
    expect((await change('Teclados', 0, [rate])).body.schemas).toEqual([
      { category: 'Teclados', revision: 1, attributes: [rate] },
    ])
    expectProblem(await change('Teclados', 0, [panel]), 409, 'schema_changed')
    expectProblem(
      await change('Teclados', 1, [{ ...rate, kind: 'text', unit: '', steps: [], filter: null }]),
      409,
      'attribute_kind_fixed',
    )
    expectBadInput(await change('Teclados', 1, [rate, rate]), ['attributes.1.key', 'attributes.1.label'])
    expectBadInput(await change('Teclados', 1, [{ ...rate, colour: 1 }]), ['attributes.0.colour'])
    expectBadInput(await admin.post('/api/panel/schemas', { ...body, category: ' ' }), ['category'])
  })

  test('refuses what it cannot read of a product; required ones only of a new one, older ones stay as they are', async ({
    panel: { admin, change, product },
  }) => {
    const category = 'Pantallas'
    const old = await makeProduct(admin, { category, specs: [{ name: 'Frecuencia', value: 'variable' }] })
    await change(category, 0, [{ ...rate, isRequired: true }, panel])
    const base = { category, name: 'Nueva', description: 'X', price: 10, stock: 1, imageUrl: '/img/a.webp' }
    const add = (parts: object) =>
      admin.post('/api/product/new', { ...base, ...parts }, { 'idempotency-key': randomUUID() })
    expectProblem(await add({}), 400, 'attributes_invalid')
    expect((await add({})).body.errors).toEqual([
      { field: 'attributes.frecuencia', code: 'required', message: 'Falta: Frecuencia.' },
    ])
    expect((await add({ attributes: { frecuencia: 'mucha', panel: 'OLED', otra: 'x' } })).body.errors).toMatchObject([
      { field: 'attributes.frecuencia' },
      { field: 'attributes.panel', message: 'Panel: Elegí una de: IPS, VA.' },
      { field: 'attributes.otra', code: 'unknown' },
    ])
    expectBadInput(await add({ attributes: { 'A b': 'x' } }), ['attributes.A b'])
    for (const parts of [
      { attributes: { frecuencia: '144' } },
      { attributes: { frecuencia: null } },
      { specs: [{ name: 'Frecuencia', value: '60 Hz' }] },
    ])
      expect((await add(parts)).status).toBe(201)
    const modify = async (parts: object) =>
      admin.post('/api/product/modifyproduct', { ...(await product(old)), ...parts })
    expect((await modify({ name: 'Vieja' })).status).toBe(200)
    expectProblem(await modify({ attributes: { panel: 'OLED' } }), 400, 'attributes_invalid')
    expect((await modify({ attributes: { panel: 'ips' } })).body.product.sheet).toEqual([
      { key: 'frecuencia', name: 'Frecuencia', value: null },
      { key: 'panel', name: 'Panel', value: 'IPS' },
      { key: null, name: 'Frecuencia', value: 'variable' },
    ])
  })

  test('lists what lacks a required attribute, whatever was required when it came: list, file and batch agree', async ({
    panel: { admin, change, product },
  }) => {
    const category = 'Incompletas'
    const free = { name: 'Frecuencia', value: '144 Hz' }
    await makeProduct(admin, { category, name: 'Suelta', specs: [free] })
    const bare = await makeProduct(admin, { category, name: 'Pelada' })
    const unread = await makeProduct(admin, { category, name: 'Ilegible', specs: [{ ...free, value: 'mucha' }] })
    const lists = async () => {
      const { items, total } = (await admin.get('/api/panel/products?state=incomplete')).body
      const own = items.filter((one: { category: string }) => one.category === category)
      expect(total).toBe(items.length)
      return own.map(({ id, missing }: { id: number; missing: string[] }) => [id, missing])
    }
    expect(await lists()).toEqual([])
    await change(category, 0, [
      { ...rate, isRequired: true },
      { ...panel, isRequired: true },
    ])
    await expect.poll(lists).toContainEqual([bare, ['Frecuencia', 'Panel']])
    await admin.post('/api/product/modifyproduct', { ...(await product(bare)), isActive: false })
    const schema = [{ ...rate, isRequired: true }, panel]
    expect((await change(category, 1, schema)).status).toBe(200)
    const both = [bare, unread].map((id) => [id, ['Frecuencia']])
    await expect.poll(lists).toEqual(both)
    const file = (await admin.get('/api/panel/exports/products?state=incomplete')).body.split('\r\n').slice(1)
    for (const name of ['Pelada', 'Ilegible'])
      expect(file.filter((line: string) => line.includes(name))).toHaveLength(1)
    expect(file.filter((line: string) => line.includes('Suelta'))).toEqual([])
    const rule = { by: 'percent', value: 10, rounding: 'none' }
    const draft = await admin.post('/api/panel/batches/prices', { rule, filter: { category, state: 'incomplete' } })
    expect(draft.body.counts).toMatchObject({ change: 2 })
    // Known to be none is known.
    await admin.post('/api/product/modifyproduct', { ...(await product(bare)), attributes: { frecuencia: null } })
    expect(await lists()).toEqual(both.slice(1))
    await change(category, 2, [rate, panel])
    await expect.poll(lists).toEqual([])
  })

  test('SKUs are unique, whatever their case, and free again once their product leaves them', async ({
    panel: { admin, product },
  }) => {
    const one = await makeProduct(admin, { category: 'Cables', sku: 'CAB-1' })
    const other = await makeProduct(admin, { category: 'Cables' })
    const modify = async (id: number, sku: string | null) =>
      admin.post('/api/product/modifyproduct', { ...(await product(id)), sku })
    const refused = await modify(other, 'cab-1')
    expectProblem(refused, 409, 'sku_in_use')
    expect(refused.body.detail).toBe(`El código CAB-1 ya es del producto Nº ${one}.`)
    expect((await modify(one, null)).status).toBe(200)
    expect((await modify(other, 'cab-1')).status).toBe(200)
    expectBadInput(await modify(other, 'con espacio'), ['sku'])
    expectBadInput(await admin.post('/api/product/modifyproduct', { ...(await product(one)), ean: '7790001000012' }), [
      'ean',
    ])
    expect(
      (await admin.post('/api/product/modifyproduct', { ...(await product(one)), ean: '7790001000019' })).status,
    ).toBe(200)
  })
})

const rates = [60, 75, 144, 165, 240]
const many = 5000
const every = Array.from({ length: many }, (_, nth) => rates[nth % 5] ?? 0)
const countOf = (least: number) => every.filter((hz) => hz >= least).length
const typedFacets = [
  {
    ...{ key: 'frecuencia', label: 'Frecuencia', isOneOf: true, unknown: 0 },
    options: [60, 144].map((step) => ({ value: `${step}..`, label: `${step} Hz o más`, count: countOf(step) })),
  },
  {
    ...{ key: 'panel', label: 'Panel', isOneOf: false, unknown: many / 2 },
    options: [{ value: 'IPS', label: 'IPS', count: many / 2 }],
  },
]

test('changed and undone with 5,000 products, it writes one event and no row, and all answers are as before', async ({
  shop,
  panel: { admin, change, page },
}) => {
  const category = 'Muchos'
  await append(
    shop,
    Array.from({ length: many }, (_, nth) => monitor(100_000 + nth, category)),
  )
  const query = { category, stock: 'todos', size: '12' }
  await expect.poll(async () => (await page(query)).total, { timeout: 60_000 }).toBe(many)
  const before = await page(query)
  expect(before.facets).toMatchObject({ attributes: [], specs: [{ name: 'Panel' }, { name: 'Frecuencia' }] })
  const [head, rows] = [await shop.core.store.head(), await rowVersions(shop)]
  expect((await change(category, 0, [rate, panel])).status).toBe(200)
  // A load of so many products may take longer than a request waits for it.
  await expect.poll(async () => (await page(query)).facets.attributes.length, { timeout: 60_000 }).toBe(2)
  expect((await page(query)).facets.attributes).toEqual(typedFacets)
  expect((await page({ ...query, attr: 'frecuencia:144..' })).total).toBe(countOf(144))
  expect((await page({ ...query, attr: 'frecuencia:100..200|panel:IPS' })).total).toBe(
    every.filter((hz, nth) => nth % 2 === 0 && [144, 165].includes(hz)).length,
  )
  const events = await eventsAfter(shop, head)
  expect(events.map(({ type }) => type)).toEqual(['CategorySchemaChanged'])
  const { rows: told } = (await admin.get('/api/panel/audit')).body
  const [changed] = told
  expect(changed).toMatchObject({
    sentence: 'Cambiaron las propiedades de la categoría «Muchos»: Frecuencia, Panel.',
    undo: { does: 'Vuelven las propiedades de antes de la categoría «Muchos»: ninguna.' },
  })
  expect(
    (await admin.post('/api/panel/audit/undo', { position: changed.position, seen: changed.undo.seen })).status,
  ).toBe(200)
  await expect.poll(() => page(query), { timeout: 60_000 }).toEqual(before)
  expect(await rowVersions(shop)).toEqual(rows)
}, 180_000)

function monitor(productId: number, category: string): NewWrite<ShopLog> {
  const nth = productId % 5000
  const specs = [
    { name: 'Frecuencia', value: `${rates[nth % 5]} Hz` },
    { name: 'Panel', value: nth % 2 === 0 ? 'IPS' : 'Otro' },
  ]
  const texts = { name: `Monitor ${productId}`, description: 'X', category, imageUrl: '/img/a.webp' }
  const data = { productId, ...unsaid, ...texts, specs, ...pricedAt(100), currency: 'ARS' }
  return { stream: `product-${productId}`, expected: 0, events: [{ type: 'ProductAdded', data }] }
}

async function append(shop: Shop, writes: NewWrite<ShopLog>[]): Promise<void> {
  const meta = { actor: 'operator', cause: 'Test', correlation: 'test' } as const
  let position = 0
  for (let from = 0; from < writes.length; from += 500)
    position = (await shop.core.store.append({ commandId: randomUUID(), meta, writes: writes.slice(from, from + 500) }))
      .position
  await shop.core.positions.waitFor(['catalogue'], position)
}

/** By which transactions the rows of the catalogue were written. */
async function rowVersions(shop: Shop): Promise<unknown> {
  const tables = await shop.core.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'rm'::regnamespace and relkind = 'r' and relname ~ '^catalogue__'`,
  )
  const { rows } = await shop.core.pool.query(
    `select xmin::text as written, count(*)::int as rows from rm.${tables.rows[0]?.name} group by 1 order by 1`,
  )
  return rows
}
