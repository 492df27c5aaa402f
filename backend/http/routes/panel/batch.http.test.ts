// Many products changed at once over HTTP: from a file, by a rule for prices, later, and back again.
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { changeAccount } from '#backend/commands/changes.ts'
import { eventsAfter, expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Answer, Client } from '#scripts/testing/client.ts'

const test = base.extend('editor', { scope: 'file' }, ({ shop }) => signedIn(shop, { role: 'editor' }))

const batches = '/api/panel/batches'

/** Sends a file as a browser does. */
function upload(caller: Client, content: string | Uint8Array, name = 'lista.csv'): Promise<Answer> {
  const bytes = typeof content === 'string' ? content : Buffer.from(content).toString('latin1')
  const body = `--el-borde-del-archivo\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${bytes}\r\n--el-borde-del-archivo--\r\n`
  return caller.send('POST', `${batches}/file`, body, {
    'content-type': 'multipart/form-data; boundary=el-borde-del-archivo',
  })
}

async function rowsOf(caller: Client, id: string, part: string) {
  return (await caller.get(`${batches}/${id}/rows?part=${part}`)).body.items
}

async function until(caller: Client, id: string, state: string) {
  await expect.poll(async () => (await caller.get(`${batches}/${id}`)).body.state, { timeout: 15_000 }).toBe(state)
  return (await caller.get(`${batches}/${id}`)).body
}

async function product(shop: Shop, caller: Client, id: number) {
  await shop.core.positions.waitFor(['catalogue'], await shop.core.store.head())
  return (await caller.get(`/api/product/${id}`)).body
}

const begin = (caller: Client, id: string, more: object = {}) =>
  caller.post(`${batches}/${id}/begin`, { reason: 'Lista nueva', ...more })

/** Two products as they are before a file changes them. */
async function twoProducts(editor: Client) {
  const specs = [{ name: 'Marca', value: '=Kyntra: "K"' }]
  const first = await makeProduct(editor, { name: '+Uno; de "tres"', price: 1234.5, stock: 7, specs })
  const second = await makeProduct(editor, { name: 'Dos', price: 10, stock: 3, description: 'Con\nrenglones' })
  return { first, second, specs }
}

type Told = { row: number; fields: object[]; errors: { column: string; message: string }[] }

/** A file that changes two products, adds one, and has five rows that make no sense. */
async function draftOf(editor: Client, { first, second }: { first: number; second: number }) {
  const csv = [
    'Código,Nombre,Precio,Stock,Categoría,Descripción,Foto,Activo',
    `${first},,"1.500,75",9,,,,`,
    `${second},Dos bis,,,,,,no`,
    ',Tres,"99,9",4,Mouse,Nuevo,/img/a.webp,no',
    ',Cuatro,abc,4,Mouse,,/img/a.webp,',
    `999999,x,1,1,x,x,/img/a.webp,`,
    `${first},otra,1,,,,,`,
    ',tres,1,1,Mouse,N,/img/a.webp,',
    ',DOS,1,1,Mouse,N,/img/a.webp,',
  ].join('\n')
  const { body: draft } = await upload(editor, `\uFEFF${csv}`)
  expect(draft).toMatchObject({
    kind: 'import',
    state: 'draft',
    by: 'Vos',
    title: 'lista.csv',
    file: { separator: 'coma' },
    counts: { change: 2, create: 1, wrong: 5, same: 0 },
  })
  return draft
}

async function expectPreview(editor: Client, id: string, { first, second }: { first: number; second: number }) {
  const changes = await rowsOf(editor, id, 'change')
  expect(changes.map(({ row, fields }: Told) => [row, ...fields])).toEqual([
    [2, { column: 'price', before: '1234,50', after: '1500,75' }, { column: 'stock', before: '7', after: '9' }],
    [3, { column: 'name', before: 'Dos', after: 'Dos bis' }, { column: 'isActive', before: 'sí', after: 'no' }],
  ])
  const wrong = await rowsOf(editor, id, 'wrong')
  const sentences = wrong.flatMap(({ row, errors }: Told) =>
    errors.map((one) => `${row} ${one.column}: ${one.message}`),
  )
  expect(sentences).toEqual([
    '5 price: No es un precio: escribilo como 1234,56 o 1.234,56, con dos decimales como mucho.',
    '5 description: Falta este dato para agregar el producto.',
    '6 id: No hay un producto con el ID 999999.',
    `7 id: El ID ${first} ya está en la fila 2.`,
    '8 name: El mismo nombre está en la fila 4.',
    `9 name: Ya hay un producto con este nombre, el Nº ${second}: poné su ID para cambiarlo, o cambiá el nombre.`,
  ])
}

async function expectTold(auditor: Client) {
  const { rows } = (await auditor.get('/api/panel/audit?kind=product')).body
  const told = rows.map(({ sentence, reason }: Record<string, string | null>) => [sentence, reason])
  const undone = '2 productos como antes, 1 sin tocar porque alguien los cambió después'
  for (const row of [
    ['Se pidió importar «mayo.csv»: 2 productos por cambiar, 1 por agregar.', 'Lista nueva'],
    ['Terminó un cambio de muchos productos: 3 productos con el cambio.', null],
    ['Se pidió deshacer un cambio de muchos productos.', 'Era otra lista'],
    [`Se deshizo un cambio de muchos productos: ${undone}.`, null],
  ])
    expect(told).toContainEqual(row)
}

describe('a file', () => {
  test('that was exported says nothing new; changed by hand it says each field before and after, and is done once', async ({
    shop,
    editor,
  }) => {
    const { specs, ...ids } = await twoProducts(editor)
    const same = await upload(editor, (await editor.get('/api/panel/exports/products')).body)
    expect([same.status, same.body.counts]).toMatchObject([201, { same: 2, change: 0, create: 0, wrong: 0 }])
    expectProblem(await begin(editor, same.body.id), 409, 'batch_refused')
    const before = await shop.core.store.head()
    const { id } = await draftOf(editor, ids)
    await expectPreview(editor, id, ids)
    expect(await eventsAfter(shop, before)).toEqual([])

    const answers = await Promise.all([begin(editor, id), begin(editor, id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await until(editor, id, 'applied')).toMatchObject({ counts: { done: 3, failed: 0 }, reason: 'Lista nueva' })
    const logged = (await eventsAfter(shop, before)).filter(({ meta }) => meta.correlation === id)
    const told = logged.map(({ type, meta }) => `${type} ${meta.actor}`)
    const own = `user:${editor.id}`
    for (const once of [`BatchRequested ${own}`, `ProductAdded ${own}`, 'BatchApplied job:run-batch'])
      expect(told.filter((one) => one === once)).toEqual([once])
    const added = Number((await rowsOf(editor, id, 'create'))[0].productId)
    expect(await product(shop, editor, ids.first)).toMatchObject({ price: 1500.75, stock: 9, specs })
    expect(await product(shop, editor, ids.second)).toMatchObject({ name: 'Dos bis', price: 10, isActive: false })
    expect(await product(shop, editor, added)).toMatchObject({ name: 'Tres', price: 99.9, stock: 4, isActive: false })
    const again = await upload(editor, (await editor.get('/api/panel/exports/products')).body)
    expect(again.body.counts).toMatchObject({ same: 3, change: 0, create: 0, wrong: 0 })
  })

  test('is undone as a whole, but for what another person changed since; the audit tells who, why and what', async ({
    shop,
    editor,
  }) => {
    const { first, second } = await twoProducts(editor)
    const csv = `ID,Nombre,Precio,Stock,Categoría,Descripción,Imagen\n${first},,700,20,,,\n${second},Otro,,,,,\n,Nuevo,1,2,Mouse,N,/img/a.webp`
    const before = await product(shop, editor, first)
    const { id } = (await upload(editor, csv, 'mayo.csv')).body
    await begin(editor, id)
    await until(editor, id, 'applied')
    const seen = await product(shop, editor, second)
    await editor.post('/api/product/modifyproduct', { ...seen, name: 'De otra persona' })
    const undo = () => editor.post(`${batches}/${id}/undo`, { reason: 'Era otra lista' })
    expect((await Promise.all([undo(), undo()])).map(({ status }) => status)).toEqual([200, 200])
    expect(await until(editor, id, 'undone')).toMatchObject({ counts: { undone: 2, kept: 1 } })
    expect(await product(shop, editor, first)).toEqual(before)
    expect(await product(shop, editor, second)).toMatchObject({ name: 'De otra persona' })
    const added = Number((await rowsOf(editor, id, 'create'))[0].productId)
    expect(await product(shop, editor, added)).toMatchObject({ isActive: false, stock: 0 })
    const [kept] = await rowsOf(editor, id, 'kept')
    expect(kept.message).toBe('Otra persona lo cambió mientras tanto: Nombre ahora es «De otra persona».')
    await expectTold(await signedIn(shop, { role: 'auditor' }))
  })

  test('that gives a product away is not taken at its word: a price may fall to a tenth, no further', async ({
    editor,
  }) => {
    const ids = [await makeProduct(editor, { price: 1250 }), await makeProduct(editor, { price: 1250 })]
    const { body: draft } = await upload(editor, `ID;Precio\n${ids[0]};0,50\n${ids[1]};125`)
    expect(draft.counts).toMatchObject({ wrong: 1, change: 1 })
    expect(await rowsOf(editor, draft.id, 'wrong')).toMatchObject([
      { errors: [{ column: 'price', message: expect.stringMatching(/^El precio bajaría más de un 90 %\./) }] },
    ])
  })

  test('whose columns nobody could guess is read by those that are said', async ({ editor }) => {
    const id = await makeProduct(editor, { name: 'Por columnas', price: 5 })
    const { body: draft } = await upload(editor, `a;b;c\n${id};7;x`)
    expect(draft).toMatchObject({
      counts: { wrong: 1 },
      file: { header: ['a', 'b', 'c'], columns: {}, sample: [[String(id), '7', 'x']] },
    })
    const map = (columns: object) => editor.post(`${batches}/${draft.id}/columns`, { columns })
    expect((await map({ id: 0, price: 1 })).body.counts).toMatchObject({ change: 1, wrong: 0 })
    expectProblem(await map({ id: 0, price: 3 }), 409, 'batch_refused')
    expectProblem(await map({ id: 0, price: 0 }), 409, 'batch_refused')
    expectBadInput(await map({ color: 0 }), ['columns.color'])
    await begin(editor, draft.id)
    await until(editor, draft.id, 'applied')
    expectProblem(await map({ id: 0 }), 409, 'batch_refused')
  })

  test('that is none is refused with a sentence', async ({ shop, editor }) => {
    const refused = async (content: string | Uint8Array, message: RegExp) => {
      const answer = await upload(editor, content)
      expectBadInput(answer, ['file'])
      expect(answer.body.errors[0].message).toMatch(message)
    }
    await refused(' ', /está vacío/)
    await refused('ID;Nombre\n', /solo la fila de títulos/)
    await refused('PK\0\0', /no es un CSV/)
    await refused(`ID\n${'1\n'.repeat(5001)}`, /más de 5.000 filas/)
    await refused('a;b\n"1;2', /comillas/)
    const large = await upload(editor, 'x'.repeat(5 * 1024 * 1024 + 1))
    expectProblem(large, 413, 'too_large')
    expectProblem(await editor.post(`${batches}/file`, {}), 415, 'unsupported_media_type')
    expectProblem(await upload(await signedIn(shop, { role: 'support' }), 'ID\n1'), 403, 'forbidden')
  })
})

describe('a change of prices', () => {
  test('shows each price before and after, refuses what is nothing, leaves what another person changed since, and goes back', async ({
    shop,
    editor,
  }) => {
    const category = `Precios ${process.pid}`
    const [one, two, three] = [
      await makeProduct(editor, { category, price: 100, specs: [{ name: 'Marca', value: 'Kyntra' }] }),
      await makeProduct(editor, { category, price: 33.33 }),
      await makeProduct(editor, { category, price: 4 }),
    ]
    const ask = (body: object, headers = {}) => editor.post(`${batches}/prices`, body, headers)
    const rule = { by: 'amount', value: -4, rounding: 'none' }
    const key = { 'idempotency-key': randomUUID() }
    const [{ body: draft }, again] = [
      await ask({ rule, filter: { category } }, key),
      await ask({ rule, filter: { category } }, key),
    ]
    expect([draft.counts, again.body.id]).toMatchObject([{ change: 2, wrong: 1 }, draft.id])
    expect((await rowsOf(editor, draft.id, 'wrong'))[0]).toMatchObject({
      productId: three,
      errors: [{ column: 'price', message: 'El precio quedaría en 0,00: tiene que ser mayor que cero.' }],
    })
    expect((await ask({ rule, filter: { category, brand: 'Kyntra' } })).body.counts).toMatchObject({ change: 1 })
    expect((await ask({ rule: { ...rule, by: 'percent', value: 10 }, ids: [one, two] })).body.title).toBe('+10 %')
    expect((await editor.get(batches)).body.brands).toContain('Kyntra')
    const { body: seen } = await editor.get(`/api/product/${two}`)
    await editor.post('/api/product/modifyproduct', { ...seen, price: 50 })
    await begin(editor, draft.id)
    expect(await until(editor, draft.id, 'applied')).toMatchObject({ counts: { done: 1, failed: 1 } })
    expect((await rowsOf(editor, draft.id, 'failed'))[0].message).toBe(
      'Otra persona lo cambió mientras tanto: Precio ahora es «50,00».',
    )
    expect((await product(shop, editor, one)).price).toBe(96)
    await editor.post(`${batches}/${draft.id}/undo`, { reason: 'Error' })
    expect(await until(editor, draft.id, 'undone')).toMatchObject({ counts: { undone: 1, kept: 0, failed: 1 } })
    expect([(await product(shop, editor, one)).price, (await product(shop, editor, two)).price]).toEqual([100, 50])
  })

  test('that is undone gives every offer back that it ended', async ({ shop, editor }) => {
    const category = `Ofertas ${process.pid}`
    const ids = await Promise.all([100, 200].map((price) => makeProduct(editor, { category, price })))
    for (const id of ids) {
      const { body } = await editor.get(`/api/product/${id}`)
      await editor.post('/api/product/modifyproduct', { ...body, price: body.price * 0.8 })
    }
    const told = async () => (await Promise.all(ids.map((id) => product(shop, editor, id)))).map((one) => one.priceFall)
    const offers = await told()
    expect(offers).toMatchObject([{ previousPrice: 100 }, { previousPrice: 200 }])
    const rule = { by: 'percent', value: 10, rounding: 'none' }
    const { body: draft } = await editor.post(`${batches}/prices`, { rule, ids })
    await begin(editor, draft.id)
    await until(editor, draft.id, 'applied')
    expect(await told()).toEqual([undefined, undefined])
    await editor.post(`${batches}/${draft.id}/undo`, { reason: 'Error' })
    await until(editor, draft.id, 'undone')
    expect(await told()).toEqual(offers)
  })

  test('waits for its moment, and does not come if it is cancelled or if who asked may no more', async ({
    shop,
    editor,
  }) => {
    const id = await makeProduct(editor, { price: 100 })
    const rule = { by: 'percent', value: 10, rounding: 'none' }
    const draft = async (caller: Client) =>
      (await caller.post(`${batches}/prices`, { rule, ids: [id] })).body.id as string
    const soon = () => ({ at: new Date(Date.now() + 3000).toISOString() })
    const [kept, left] = [await draft(editor), await draft(editor)]
    const leaver = await signedIn(shop, { role: 'editor' })
    const lost = await draft(leaver)
    expect((await begin(editor, kept, { at: new Date(Date.now() + 3_600_000).toISOString() })).body).toMatchObject({
      state: 'scheduled',
    })
    expect((await editor.get(batches)).body.batches[0]).toMatchObject({ id: kept, state: 'scheduled' })
    expect((await editor.post(`${batches}/${kept}/cancel`, {})).body.state).toBe('cancelled')
    expect((await begin(leaver, lost, soon())).body.state).toBe('scheduled')
    await changeAccount(
      shop.core.store,
      { actor: 'operator', correlation: 'test' },
      { type: 'RevokeStaffRole', userId: leaver.id, from: 'editor' },
    )
    expect((await begin(editor, left, soon())).body.scheduledFor).toMatch(/Z$/)
    expect((await editor.get(`/api/product/${id}`)).body.price).toBe(100)
    await until(editor, left, 'applied')
    expect((await product(shop, editor, id)).price).toBe(110)
    await until(editor, lost, 'cancelled')
    const reasons = (await eventsAfter(shop, 0))
      .filter(({ type }) => type === 'BatchCancelled')
      .map(({ data }) => data.reason)
    expect(reasons).toEqual([null, 'Quien lo pidió ya no puede cambiar productos.'])
  })

  test('is refused with the field that makes no sense', async ({ shop, editor }) => {
    const rule = { by: 'percent', value: 10, rounding: 'none' }
    const ask = (body: object) => editor.post(`${batches}/prices`, body)
    const id = await makeProduct(editor)
    for (const [body, field] of [
      [{ rule: { ...rule, value: 0 }, ids: [id] }, 'rule.value'],
      [{ rule: { ...rule, value: 1.234 }, ids: [id] }, 'rule.value'],
      [{ rule: { ...rule, value: 1001 }, ids: [id] }, 'rule.value'],
      [{ rule: { ...rule, rounding: 'x' }, ids: [id] }, 'rule.rounding'],
      [{ rule }, 'ids'],
      [{ rule, ids: [id], filter: {} }, 'ids'],
      [{ rule, ids: [] }, 'ids'],
      [{ rule, filter: { state: 'x' } }, 'filter.state'],
    ] as const)
      expectBadInput(await ask(body), [field])
    expectProblem(await ask({ rule, filter: { category: 'Ninguna' } }), 409, 'batch_refused')
    const draft = (await ask({ rule, ids: [id] })).body.id
    expectBadInput(await editor.post(`${batches}/${draft}/begin`, { reason: ' ' }), ['reason'])
    for (const at of [new Date(Date.now() - 1000).toISOString(), '2099-01-01T00:00:00Z'])
      expectBadInput(await begin(editor, draft, { at }), ['at'])
    expectBadInput(await begin(editor, draft, { at: 'mañana' }), ['at'])
    expectBadInput(await editor.get(`${batches}/${draft}/rows?part=x`), ['part'])
    expectBadInput(await editor.get(`${batches}/7`), ['id'])
    for (const path of [`${batches}/${randomUUID()}`, `${batches}/${randomUUID()}/rows?part=same`])
      expectProblem(await editor.get(path), 404, 'not_found')
    expectProblem(await begin(editor, randomUUID()), 404, 'not_found')
    const support = await signedIn(shop, { role: 'support' })
    expect((await support.get(`${batches}/${draft}`)).body.by).toBe(editor.name)
    expectProblem(await begin(support, draft), 403, 'forbidden')
  })
})
