// 'Deshacer' in the audit: what is offered beside an event, what it does, and when it is no longer what was offered.
import { describe, expect } from 'vitest'
import { hashedUuid } from '#backend/eventstore/log/hashed-uuid.ts'
import { eventsAfter, expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, signedIn, superAdminKey } from '#backend/testing/shop-fixture.ts'

type Undo = { does: string; changes: object[]; asks: string | null; seen: number | null }
type TakenBack = { position: number; undoes: number | null; undoneBy: number | null }
type Row = TakenBack & { type: string; undo: Undo | null }

const test = base.extend('audited', { scope: 'file' }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const rowsOf = async (of: string): Promise<Row[]> => (await admin.get(`/api/panel/audit/entity?of=${of}`)).body.rows
  /** The newest event of the type, as a list shows it. */
  const latest = async (type: string, query = ''): Promise<Row> => {
    const { rows }: { rows: Row[] } = (await admin.get(`/api/panel/audit${query}`)).body
    return rows.find((row) => row.type === type) ?? expect.fail(type)
  }
  const undo = ({ position, undo: offered }: Row, more: object = {}) =>
    admin.post('/api/panel/audit/undo', { position, seen: offered?.seen ?? null, ...more })
  const change = async (id: number, parts: object) => {
    const { body } = await admin.get(`/api/product/${id}`)
    expect((await admin.post('/api/product/modifyproduct', { ...body, ...parts })).status).toBe(200)
  }
  const told = async (id: number) => (await admin.get(`/api/product/${id}`)).body
  /** A product of four units to which five came, and that event. */
  const received = async () => {
    const id = await makeProduct(admin, { stock: 4 })
    await change(id, { stock: 9 })
    return { id, moved: await latest('StockAdjusted', `?entity=stock-${id}`) }
  }
  /** The events of the tree of causes around a position, with what each says of being taken back, and the sentences of all. */
  const treeOf = async (position: number) => {
    const { body } = await admin.get(`/api/panel/audit/causes?position=${position}`)
    type Command = { under: number | null; events: (TakenBack & { sentence: string })[] }
    const events = (body.commands as Command[]).flatMap(({ under, events: own }) =>
      own.map(({ sentence, position: at, undoes, undoneBy }) => ({ at, under, sentence, undoes, undoneBy })),
    )
    return new Map(events.map((event) => [event.at, event]))
  }
  return { admin, rowsOf, latest, undo, change, told, received, treeOf }
})

const types = (rows: readonly Row[]) => rows.flatMap(({ type, undo }) => (undo ? [type] : []))

describe('undo', () => {
  test('of a product: each part goes back for itself while nobody changed it again, and the compensation can be undone', async ({
    shop,
    audited: { admin, rowsOf, undo, change, told },
  }) => {
    const id = await makeProduct(admin, { name: 'Cable', price: 10, stock: 4 })
    await change(id, { name: 'Cable trenzado', price: 12 })
    await change(id, { price: 15 })
    const rows = await rowsOf(`product-${id}`)
    // What was changed once more offers nothing, and the product itself was changed since it was added.
    expect(types(rows)).toEqual(['ProductDetailsChanged', 'ProductPriceChanged'])
    const [renamed, priced] = rows.filter((row) => row.undo) as [Row, Row]
    expect(priced.undo).toEqual({
      does: `El producto Nº ${id} vuelve a quedar como antes de este hecho:`,
      changes: [{ name: 'Precio', before: 'U$S\u00a015,00', after: 'U$S\u00a012,00' }],
      asks: null,
      seen: rows.length,
    })
    const before = await shop.core.store.head()
    expect((await undo(priced)).status).toBe(200)
    expect(await told(id)).toMatchObject({ name: 'Cable trenzado', price: 12 })
    const [event] = await eventsAfter(shop, before)
    expect(event).toMatchObject({
      type: 'ProductPriceChanged',
      meta: { actor: `user:${admin.id}`, cause: 'ModifyProduct', causation: priced.position },
    })
    // The stream moved on since the rename was shown; shown anew it goes back.
    expectProblem(await undo(renamed), 409, 'changed_meanwhile')
    expectProblem(await undo(priced), 409, 'changed_meanwhile')
    const shown = (await rowsOf(`product-${id}`)).find(({ position }) => position === renamed.position) as Row
    expect((await undo(shown)).status).toBe(200)
    expect(await told(id)).toMatchObject({ name: 'Cable', price: 12 })
    const again = (await rowsOf(`product-${id}`)).find(({ position }) => position === event?.pos) as Row
    expect((await undo(again)).status).toBe(200)
    expect(await told(id)).toMatchObject({ price: 15 })
    expectProblem(await admin.post('/api/panel/audit/undo', { position: 99_999_999, seen: 1 }), 404, 'not_found')
    expectBadInput(await admin.post('/api/panel/audit/undo', { position: 0 }), ['position', 'seen'])
  })

  test('of a price that rose: the offer that it ended is there again', async ({
    audited: { admin, rowsOf, undo, change, told },
  }) => {
    const id = await makeProduct(admin, { price: 10 })
    await change(id, { price: 8 })
    const { priceFall } = await told(id)
    expect(priceFall).toMatchObject({ previousPrice: 10 })
    await change(id, { price: 9 })
    expect((await told(id)).priceFall).toBeUndefined()
    expect((await undo((await rowsOf(`product-${id}`)).at(-1) as Row)).status).toBe(200)
    expect((await told(id)).priceFall).toEqual(priceFall)
  })

  test('of a new product: it is taken out of sale, and stays in the log', async ({
    audited: { admin, latest, undo, told, treeOf },
  }) => {
    const id = await makeProduct(admin, { name: 'De más', stock: 7 })
    const added = await latest('ProductAdded', `?entity=product-${id}`)
    expect((await undo(added)).status).toBe(200)
    const undone = [...(await treeOf(added.position)).values()].filter(({ undoes }) => undoes === added.position)
    expect(undone.map(({ sentence }) => sentence).join(' ')).toMatch(/dejó de ofrecerse.*7 unidades/s)
    expect(await told(id)).toMatchObject({ name: 'De más', isActive: false, stock: 0 })
  })

  test('is told on both sides, also of what was taken back again: beside the events and in the causes of each', async ({
    shop,
    audited: { admin, rowsOf, undo, change, treeOf },
  }) => {
    const id = await makeProduct(admin, { price: 10 })
    await change(id, { price: 12 })
    for (let times = 0; times < 2; times++) await undo((await rowsOf(`product-${id}`)).at(-1) as Row)
    const [added, first, second, third] = (await rowsOf(`product-${id}`)).map(({ position }) => position)
    const sides = [
      { position: added, undoes: null, undoneBy: null },
      { position: first, undoes: null, undoneBy: second },
      { position: second, undoes: first, undoneBy: third },
      { position: third, undoes: second, undoneBy: null },
    ]
    const pick = ({ position, undoes, undoneBy }: TakenBack) => ({ position, undoes, undoneBy })
    expect((await rowsOf(`product-${id}`)).map(pick)).toEqual(sides)
    const auditor = await signedIn(shop, { role: 'auditor' })
    const list: Row[] = (await auditor.get(`/api/panel/audit?entity=product-${id}`)).body.rows
    expect(list.toReversed().map(pick)).toEqual(sides)
    for (const asked of [first, second, third]) {
      const tree = await treeOf(asked ?? 0)
      for (const { position, undoes, undoneBy } of sides.slice(1))
        expect(tree.get(position ?? 0), `${position} in the causes of ${asked}`).toMatchObject({
          undoes,
          undoneBy,
          under: undoes,
          sentence: expect.stringMatching(/^El precio del producto/),
        })
    }
  })

  test('of units that came in: once, however many press, and not below what open orders hold', async ({
    shop,
    audited: { admin, undo, change, told, received },
  }) => {
    const { id, moved } = await received()
    expect(moved.undo).toMatchObject({
      does: `Salen 5 unidades del producto Nº ${id}, tantas como entraron con este hecho.`,
      seen: null,
    })
    const other = await signedIn(shop, { admin: true })
    const pressed = await Promise.all([
      undo(moved),
      undo(moved),
      other.post('/api/panel/audit/undo', { position: moved.position, seen: null }),
    ])
    expect(pressed.map(({ status }) => String(status)).sort()).toEqual(['200', '409', '409'])
    expect((await told(id)).stock).toBe(4)
    expect((await undo(moved)).body.code).toBe('changed_meanwhile')
    // Of the first four one is not there any more.
    await change(id, { stock: 3 })
    const rows: Row[] = (await admin.get(`/api/panel/audit?entity=stock-${id}`)).body.rows
    expect(rows.at(-1)).toMatchObject({ type: 'StockAdjusted', undo: null })
  })

  test('of units is not forestalled by a shopper who names a request as the shop names its command', async ({
    shop,
    audited: { undo, told, received },
  }) => {
    const { id, moved } = await received()
    const buyer = await signedIn(shop)
    const key = { 'idempotency-key': hashedUuid(`undo ${moved.position}`) }
    const add = { userId: buyer.id, productId: { id, quantity: 1 } }
    expect((await buyer.post('/api/cart/addproducttocart', add, key)).status).toBe(200)
    expect((await undo(moved)).status).toBe(200)
    expect((await told(id)).stock).toBe(4)
  })

  test('of a suspension and of its end; the reason comes back with it', async ({
    shop,
    audited: { admin, rowsOf, undo },
  }) => {
    const person = await signedIn(shop)
    const { body: account } = await admin.get(`/api/users/${person.id}`)
    await admin.post('/api/users/modifyuser', { ...account, isActive: false, reason: 'Tarjeta ajena' })
    const last = async () => (await rowsOf(`user-${person.id}`)).at(-1) as Row
    expect((await undo(await last())).status).toBe(200)
    expect((await admin.get(`/api/users/${person.id}`)).body.isActive).toBe(true)
    expect((await undo(await last())).status).toBe(200)
    expect(await last()).toMatchObject({ type: 'UserBanned', reason: 'Tarjeta ajena' })
  })

  test('of an exchange of roles: as one, and with the super-admin key, whose wrong use is counted', async ({
    shop,
    audited: { admin, rowsOf, undo },
  }) => {
    const person = await signedIn(shop, { role: 'editor' })
    const { body: account } = await admin.get(`/api/users/${person.id}`)
    const change = { ...account, staffRole: 'support', superAdminKey }
    expect((await admin.post('/api/users/modifyuser', change)).status).toBe(200)
    const rows = (await rowsOf(`user-${person.id}`)).filter((row) => row.undo)
    expect(types(rows)).toEqual(['StaffRoleRevoked', 'StaffRoleGranted'])
    expect(rows[0]?.undo).toMatchObject({
      asks: 'key',
      changes: [{ name: 'Rol', before: 'Soporte', after: 'Editor de catálogo' }],
    })
    const [row] = rows as [Row]
    expectProblem(await undo(row), 403, 'role_key_missing')
    expect((await undo(row, { superAdminKey: 'no es' })).body).toMatchObject({
      code: 'role_key_rejected',
      attemptsLeft: 2,
    })
    expect((await undo(row, { superAdminKey })).status).toBe(200)
    expect((await admin.get(`/api/users/${person.id}`)).body.staffRole).toBe('editor')
  })

  test('of the prices of shipping and of synonyms: the table and the list of before', async ({
    audited: { admin, latest, undo },
  }) => {
    const range = { from: 1000, to: 1499, price: 10, days: 2 }
    const priced = await admin.post('/api/panel/delivery', { revision: 0, ranges: [range], freeFrom: null })
    expect(priced.status).toBe(200)
    expect((await undo(await latest('DeliveryPricesChanged'))).status).toBe(200)
    expect((await admin.get('/api/panel/delivery')).body).toMatchObject({ ranges: [] })
    await admin.post('/api/panel/synonyms', { lines: ['gpu, placa de video'] })
    // Before the first list there was the program's own.
    expect((await latest('SynonymsChanged')).undo).toBeNull()
    await admin.post('/api/panel/synonyms', { lines: ['gpu, placa de video', 'ram, memoria'] })
    expect((await undo(await latest('SynonymsChanged'))).status).toBe(200)
    expect((await admin.get('/api/panel/synonyms')).body.lines).toEqual(['gpu, placa de video'])
  })

  test('of many products at once: one that waits does not begin, one that was done goes back with a reason', async ({
    audited: { admin, latest, undo, told, treeOf },
  }) => {
    const id = await makeProduct(admin, { price: 100 })
    const batch = async (more: object) => {
      const rule = { by: 'amount', value: 10, rounding: 'none' }
      const { body } = await admin.post('/api/panel/batches/prices', { rule, ids: [id] })
      await admin.post(`/api/panel/batches/${body.id}/begin`, { reason: 'Suba', ...more })
      return async () => (await admin.get(`/api/panel/batches/${body.id}`)).body.state
    }
    const waiting = await batch({ at: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await undo(await latest('BatchRequested'))).status).toBe(200)
    expect(await waiting()).toBe('cancelled')
    const done = await batch({})
    await expect.poll(done).toBe('applied')
    const applied = await latest('BatchApplied')
    expect(applied.undo).toMatchObject({ asks: 'reason' })
    expectProblem(await undo(applied), 409, 'batch_refused')
    expect((await undo(applied, { reason: 'Era otra lista' })).status).toBe(200)
    await expect.poll(done).toBe('undone')
    expect((await told(id)).price).toBe(100)
    // What a change of many products led to does not take it back; that it was asked to go back does.
    const takings = [...(await treeOf(applied.position)).values()].filter(({ undoes }) => undoes !== null)
    expect(takings).toMatchObject([{ under: applied.position, undoes: applied.position }])
  })

  test('is offered to admins alone', async ({ shop, audited: { admin } }) => {
    const id = await makeProduct(admin)
    const auditor = await signedIn(shop, { role: 'auditor' })
    for (const [who, { rows }] of [
      [admin, (await admin.get(`/api/panel/audit?entity=product-${id}`)).body] as const,
      [auditor, (await auditor.get(`/api/panel/audit?entity=product-${id}`)).body] as const,
    ])
      expect(rows[0].undo !== null).toBe(who === admin)
    expectProblem(await auditor.post('/api/panel/audit/undo', { position: 1, seen: 1 }), 403, 'forbidden')
  })
})
