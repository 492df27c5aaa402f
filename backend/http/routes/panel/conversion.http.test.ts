// Values of an older attribute, or of free rows, become those of a new attribute: planned, done and undone.
import { expect } from 'vitest'
import { attribute } from '#backend/domain/testing/schema-fixtures.ts'
import { eventsAfter, expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const test = base.extend('admin', { scope: 'file' }, ({ shop }) => signedIn(shop, { admin: true }))

const rate = attribute('hz', { label: 'Tasa', kind: 'number', unit: 'Hz', steps: [60, 144], filter: 'atLeast' })
const words = attribute('tasa-vieja', { label: 'Tasa en palabras', kind: 'text' })
const batches = '/api/panel/batches'

const draft = (caller: Client, category: string, from: string, to = 'hz') =>
  caller.post(`${batches}/conversion`, { category, from, to })

async function until(caller: Client, id: string, state: string) {
  await expect.poll(async () => (await caller.get(`${batches}/${id}`)).body.state, { timeout: 60_000 }).toBe(state)
  return (await caller.get(`${batches}/${id}`)).body
}

async function product(shop: Shop, caller: Client, id: number) {
  await shop.core.positions.waitFor(['catalogue'], await shop.core.store.head())
  const { attributes, specs } = (await caller.get(`/api/product/${id}`)).body
  return { attributes, specs }
}

const kept = { name: 'Panel', value: 'IPS' }
const sheet = (value: string) => [{ name: 'Frecuencia:', value }, kept]

/** 200 products that say it in words, one that has the number, and one that says nothing. */
async function fill(shop: Shop, admin: Client) {
  const category = 'Convertidos'
  await admin.post('/api/panel/schemas', { category, revision: 0, attributes: [rate] })
  const texts = ['144 Hz', '60', 'ninguno', 'variable', '240hz ']
  const ids: number[] = []
  for (let nth = 0; nth < 200; nth++)
    ids.push(await makeProduct(admin, { category, specs: sheet(texts[nth % 5] ?? ''), stock: 1 }))
  const own = await makeProduct(admin, { category, specs: sheet('60 Hz'), attributes: { hz: '75' } })
  await product(shop, admin, await makeProduct(admin, { category, specs: [kept] }))
  return { category, ids, own }
}

test('free rows of 200 products become numbers that filters count; who cannot be read is listed and left; undo restores all', async ({
  shop,
  admin,
}) => {
  const { category, ids, own } = await fill(shop, admin)

  const { body: planned, status } = await draft(admin, category, 'frecuencia')
  expect([status, planned]).toMatchObject([
    201,
    { kind: 'conversion', title: 'Convertidos: frecuencia → Tasa', counts: { change: 160, wrong: 40, same: 0 } },
  ])
  const { items } = (await admin.get(`${batches}/${planned.id}/rows?part=change`)).body
  expect(items[0].fields).toEqual([
    { column: 'specs', before: 'Frecuencia\\:: 144 Hz', after: '' },
    { column: 'attributes', before: '', after: 'hz: 144 Hz' },
  ])
  const wrong = (await admin.get(`${batches}/${planned.id}/rows?part=wrong`)).body
  expect([wrong.total, wrong.items[0].errors]).toEqual([
    40,
    [{ column: 'attributes', message: 'No se puede leer «variable». Escribí un número en Hz, como «12 Hz».' }],
  ])

  const head = await shop.core.store.head()
  expect((await admin.post(`${batches}/${planned.id}/begin`, { reason: 'Filtros' })).status).toBe(200)
  expect((await until(admin, planned.id, 'applied')).counts).toMatchObject({ done: 160, failed: 0 })
  expect(await product(shop, admin, ids[0] ?? 0)).toEqual({ attributes: { hz: '144 Hz' }, specs: [kept] })
  expect(await product(shop, admin, ids[2] ?? 0)).toEqual({ attributes: { hz: null }, specs: [kept] })
  expect(await product(shop, admin, ids[3] ?? 0)).toEqual({ attributes: {}, specs: sheet('variable') })
  expect(await product(shop, admin, own)).toEqual({ attributes: { hz: '75' }, specs: sheet('60 Hz') })
  const found = async () => (await admin.get(`/api/catalogue?category=${category}&attr=hz:144..`)).body.total
  await expect.poll(found).toBe(80)
  const events = await eventsAfter(shop, head)
  expect(events.filter(({ type }) => type === 'ProductDetailsChanged')).toHaveLength(160)
  const sentence = 'Se pidió convertir valores (Convertidos: frecuencia → Tasa): 160 productos por cambiar.'
  expect(await sentencesOf(admin)).toContain(sentence)

  await admin.post(`${batches}/${planned.id}/undo`, { reason: 'Prueba' })
  expect((await until(admin, planned.id, 'undone')).counts).toMatchObject({ undone: 160, kept: 0 })
  expect(await product(shop, admin, ids[0] ?? 0)).toEqual({ attributes: {}, specs: sheet('144 Hz') })
})

/** Of all pages of the audit. */
async function sentencesOf(admin: Client): Promise<string[]> {
  const all: string[] = []
  for (let next = ''; ; ) {
    const { body } = await admin.get(`/api/panel/audit?kind=product${next}`)
    all.push(...body.rows.map(({ sentence }: { sentence: string }) => sentence))
    if (body.next === null) return all
    next = `&before=${body.next}`
  }
}

test('an older attribute gives its value away by its label or its key; what cannot be is refused', async ({
  shop,
  admin,
}) => {
  const category = 'Viejos'
  await admin.post('/api/panel/schemas', { category, revision: 0, attributes: [words] })
  const id = await makeProduct(admin, { category, specs: [kept], attributes: { 'tasa-vieja': '165 hz' } })
  await admin.post('/api/panel/schemas', { category, revision: 1, attributes: [words, rate] })
  await product(shop, admin, id)
  for (const from of ['tasa-vieja', 'Tasa en palabras'])
    expect((await draft(admin, category, from)).body.counts).toMatchObject({ change: 1, wrong: 0 })
  const body = { category, from: 'tasa-vieja', to: 'hz' }
  const repeat = () => admin.post(`${batches}/conversion`, body, { 'idempotency-key': 'una-sola-conversion' })
  expect((await repeat()).body.id).toBe((await repeat()).body.id)
  for (const [from, to] of [
    ['Tasa en palabras', 'nada'],
    ['Otra fila', 'hz'],
    ['Tasa', 'hz'],
  ] as const)
    expectProblem(await draft(admin, category, from, to), 409, 'batch_refused')
  expectBadInput(await draft(admin, category, ' ', 'hz'), ['from'])
  expectBadInput(await draft(admin, category, 'x', 'No es clave'), ['to'])
  const support = await signedIn(shop, { role: 'support' })
  expectProblem(await draft(support, category, 'tasa-vieja'), 403, 'forbidden')
  const { id: batch } = (await draft(admin, category, 'tasa-vieja')).body
  await admin.post(`${batches}/${batch}/begin`, { reason: 'Filtros' })
  await until(admin, batch, 'applied')
  expect(await product(shop, admin, id)).toEqual({ attributes: { hz: '165 hz' }, specs: [kept] })
  // Once moved nothing is left to convert.
  expectProblem(await draft(admin, category, 'tasa-vieja'), 409, 'batch_refused')
})
