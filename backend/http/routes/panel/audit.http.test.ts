// The audit over HTTP: filters, pages, one entity's story, causes, and personal data that is shown only after it was said who looks.
import { describe, expect } from 'vitest'
import { mostCauses } from '#backend/audit/causes/causation-events.ts'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { auditRows } from '#backend/domain/audit/audit.limits.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { eventsAfter, expectBadInput, expectProblem, placeOrderOf } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'

type Row = {
  position: number
  sentence: string
  actor: { text: string; userId: number | null }
  changes: { name: string; before: string | null; after: string | null }[]
  masked: string[]
}

/** A product with two prices, a person who was renamed and banned, and an order of theirs. */
const test = base.extend('told', { scope: 'file' }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true, name: 'Aldo Mir' })
  const person = await signedIn(shop, { name: 'Dana Luz' })
  const productId = await makeProduct(admin, { name: 'Cable', price: 10.5 })
  const { body } = await admin.get(`/api/product/${productId}`)
  await admin.post('/api/product/modifyproduct', { ...body, price: 12 })
  await person.post('/api/users/modifyuser', { id: person.id, name: 'Dalia Luz' })
  const orderId = await placeOrderOf(shop, person, { id: productId, quantity: 2 })
  const { body: account } = await admin.get(`/api/users/${person.id}`)
  await admin.post('/api/users/modifyuser', { ...account, isActive: false, reason: 'Compras con tarjetas ajenas' })
  const audit = async (query: string): Promise<{ rows: Row[]; next: number | null }> =>
    (await admin.get(`/api/panel/audit${query}`)).body
  return { admin, person, productId, orderId, audit }
})

describe('the audit', () => {
  test('tells each event with its actor, what changed and why, and masks what is personal', async ({ told }) => {
    const { admin, person, productId, audit } = told
    const [price] = (await audit(`?entity=product-${productId}`)).rows
    expect(price).toMatchObject({
      sentence: `El precio del producto Nº ${productId} pasó a U$S\u00a012,00 (sin impuestos U$S\u00a09,92; IVA 21\u00a0%).`,
      actor: { text: 'Aldo Mir', userId: admin.id },
      changes: [
        { name: 'Precio', before: 'U$S\u00a010,50', after: 'U$S\u00a012,00' },
        { name: 'Neto, sin impuestos', before: 'U$S\u00a08,68', after: 'U$S\u00a09,92' },
      ],
    })
    const rows = (await audit(`?entity=user-${person.id}`)).rows
    expect(rows[0]).toMatchObject({ reason: 'Compras con tarjetas ajenas', kind: 'ban', masked: [] })
    expect(rows[1]).toMatchObject({
      sentence: `La cuenta Nº ${person.id} cambió su nombre a D•••.`,
      changes: [{ name: 'Nombre', before: 'D•••', after: 'D•••' }],
      masked: ['Nombre'],
    })
    expect(JSON.stringify(rows.map((row) => ({ ...row, actor: null })))).not.toMatch(/Dana|Dalia|@gamertech/)
  })

  test('pages by position, and every filter holds on every page', async ({ told, shop }) => {
    const { admin, audit, productId } = told
    const head = await shop.core.store.head()
    const seen: number[] = []
    for (let before: number | null = head + 1; before !== null; ) {
      const page = await audit(`?before=${before}`)
      seen.push(...page.rows.map(({ position }) => position))
      before = page.next
    }
    expect(seen).toEqual(Array.from({ length: head }, (_, index) => head - index))
    const byAdmin = await audit(`?actor=user:${admin.id}&kind=price`)
    expect(byAdmin).toMatchObject({ next: null, rows: [{ actor: { userId: admin.id }, kind: 'price' }] })
    expect((await audit('?actor=job:expire-order')).rows).toEqual([])
    expect((await audit('?to=2020-01-01')).rows).toEqual([])
    expect((await audit(`?entity=product-${productId}&from=2020-01-01`)).rows).toHaveLength(2)
  })

  test('tells an order with its payment, oldest first, and the tree that leads to its press on Pagar', async ({
    told,
  }) => {
    const { admin, orderId, person } = told
    const { body } = await admin.get(`/api/panel/audit/entity?of=order-${orderId}`)
    expect(body).toMatchObject({
      of: `order-${orderId}`,
      title: `Orden Nº ${orderId}`,
      earlier: 0,
      isWhole: true,
      base: [],
    })
    expect(body.rows[0]).toMatchObject({ type: 'OrderPlaced', command: "Pulsar 'Pagar'", actor: { text: 'Dalia Luz' } })
    const { commands } = (await admin.get(`/api/panel/audit/causes?position=${body.rows[0].position}`)).body
    const pressed = commands.find(({ title }: { title: string }) => title === "Pulsar 'Pagar'")
    expect(pressed.events.map((event: { sentence: string }) => event.sentence).join(' ')).toMatch(
      /hizo la orden.*reserva/s,
    )
    expect(pressed.actor.userId).toBe(person.id)
    expectProblem(await admin.get('/api/panel/audit/entity?of=order-999999'), 404, 'not_found')
    expectProblem(await admin.get('/api/panel/audit/causes?position=99999999'), 404, 'not_found')
  })

  test('of a request that led to very much shows what is near, and says how much is left', async ({ told, shop }) => {
    const { admin } = told
    const writes = Array.from({ length: 350 }, (_, nth) => {
      const data = {
        userId: 50_000 + nth,
        name: 'Muchos',
        email: `muchos${nth}@gamertech.test`,
        method: 'password' as const,
      }
      return {
        stream: `user-${50_000 + nth}` as const,
        expected: 0,
        events: [{ type: 'UserRegistered' as const, data }],
      }
    })
    const meta = { actor: 'operator', correlation: 'many', cause: 'Test' } as const
    await shop.core.store.append({ commandId: newCommandId(), meta, writes })
    const head = await shop.core.store.head()
    const { commands, left } = (await admin.get(`/api/panel/audit/causes?position=${head}`)).body
    type Command = { events: { position: number }[] }
    const positions = commands.flatMap(({ events }: Command) => events.map(({ position }) => position))
    expect(left).toBe(350 - mostCauses)
    expect(positions).toEqual(Array.from({ length: mostCauses }, (_, at) => head - mostCauses + 1 + at))
  })

  test('as a file holds every event that the filters let through, beyond one page, and names nobody', async ({
    told,
    shop,
  }) => {
    const { admin, person, productId } = told
    const linesOf = async (query: string) => {
      const { status, headers, body } = await admin.get(`/api/panel/audit/export${query}`)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
      return String(body).replace('\uFEFF', '').trimEnd().split('\r\n')
    }
    const head = await shop.core.store.head()
    expect(head).toBeGreaterThan(auditRows)
    const [titles, ...all] = await linesOf('')
    expect(titles).toBe('Posición;Fecha;Hecho;Quién;Comando;Sobre;Cambios;Motivo')
    expect(all.map((line) => Number.parseInt(line, 10))).toEqual(Array.from({ length: head }, (_, at) => head - at))
    const price = `El precio del producto Nº ${productId} pasó a U$S\u00a012,00 (sin impuestos U$S\u00a09,92; IVA 21\u00a0%).";Cuenta Nº ${admin.id};Modificar el producto`
    const ofPrice = `${price};Producto Nº ${productId};"Precio: U$S\u00a010,50 → U$S\u00a012,00; Neto, sin impuestos: U$S\u00a08,68 → U$S\u00a09,92"`
    const [, ...found] = await linesOf(`?entity=product-${productId}&kind=price`)
    expect(found).toEqual([expect.stringMatching(/^\d+;\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;/)])
    expect(found[0]).toContain(ofPrice)
    expect(all.join('\n')).toContain(`La cuenta Nº ${person.id} cambió su nombre a D•••.;Cuenta Nº ${person.id};`)
    expect(all.join('\n')).not.toMatch(/Aldo|Dana|Dalia|@gamertech/)
    expectBadInput(await admin.get('/api/panel/audit/export?before=9'), ['before'])
  })

  test('refuses filters that are none', async ({ told: { admin } }) => {
    for (const [name, value] of [
      ['actor', 'user:x'],
      ['kind', 'nothing'],
      ['entity', 'operation-jobs'],
      ['from', '2026-02-31'],
      ['to', 'ayer'],
      ['before', '0'],
    ])
      expectBadInput(await admin.get(`/api/panel/audit?${name}=${value}`), [String(name)])
  })

  test('shows what is masked after appending who looked at what; of an erased person nothing is left', async ({
    told,
    shop,
  }) => {
    const { admin, person, audit } = told
    const { rows } = (await admin.get(`/api/panel/audit/entity?of=user-${person.id}`)).body
    const { position } = rows[0]
    const before = await shop.core.store.head()
    const shown = await admin.post('/api/panel/audit/uncover', { position })
    expect(shown.body.values).toContainEqual({ name: 'Nombre', value: 'Dana Luz' })
    expect(await eventsAfter(shop, before)).toMatchObject([
      {
        type: 'PersonalDataRevealed',
        data: { userId: person.id, position, fields: ['name', 'email'] },
        meta: { actor: `user:${admin.id}`, cause: 'RevealPersonalData' },
      },
    ])
    expect((await audit(`?entity=user-${person.id}&kind=privacy`)).rows[0]).toMatchObject({
      sentence: `Se descubrieron datos de la cuenta Nº ${person.id} en el hecho ${position}: nombre, correo.`,
      actor: { userId: admin.id },
    })
    await erasePerson(shop.core, { actor: 'operator', correlation: 'test' }, person.id)
    expectProblem(await admin.post('/api/panel/audit/uncover', { position }), 404, 'not_found')
    const erased = (await admin.get(`/api/panel/audit/entity?of=user-${person.id}`)).body.rows[0]
    expect(erased).toMatchObject({ masked: [], actor: { text: 'Usuario desconocido', userId: person.id } })
    expect(erased.sentence).toContain('Usuario desconocido')
  })
})
