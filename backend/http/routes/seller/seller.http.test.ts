// Who sells and the bank account, over HTTP: who may change them, with which key, and how it is undone and told.
import { describe, expect } from 'vitest'
import { sellerNow, startSelling } from '#backend/commands/seller/change-seller.ts'
import { accountOf, detailsOf } from '#backend/domain/seller/seller.limits.ts'
import { eventsAfter, expectBadInput, expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { seller } from '#backend/testing/seller-fixture.ts'
import { test as shopTest, signedIn, superAdminKey } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const path = '/api/panel/seller'
const [details, account] = [detailsOf(seller), accountOf(seller)]
const revisionFor = async (admin: Client): Promise<number> => (await admin.get(path)).body.revision

const test = shopTest.extend('admin', ({ shop }) => signedIn(shop, { admin: true }))

async function changeDetails(admin: Client, changed: Partial<typeof details> = {}) {
  return admin.post(path, { ...details, ...changed, revision: await revisionFor(admin) })
}
async function changeAccount(admin: Client, changed: Partial<typeof account>, key?: string) {
  const revision = await revisionFor(admin)
  return admin.post(`${path}/account`, { ...account, ...changed, revision, superAdminKey: key })
}

describe('who sells', () => {
  test('is changed by admins, read by auditors, and by nobody else; a wrong field is named and nothing is written', async ({
    shop,
    admin,
  }) => {
    const auditor = await signedIn(shop, { role: 'auditor' })
    const others = [await signedIn(shop), await signedIn(shop, { role: 'support' })]
    const before = await shop.core.store.head()
    expectBadInput(await changeDetails(admin, { cuit: '30-12345678-2', phone: 'no' }), ['cuit', 'phone'])
    expectBadInput(await changeAccount(admin, { cbu: '123' }, superAdminKey), ['cbu'])
    expect((await auditor.get(path)).status).toBe(200)
    expectProblem(await changeDetails(auditor), 403, 'forbidden')
    expectProblem(await changeAccount(auditor, {}, superAdminKey), 403, 'forbidden')
    for (const other of others) expectProblem(await other.get(path), 403, 'forbidden')
    expect(await eventsAfter(shop, before)).toEqual([])
    const changed = await changeDetails(admin, { company: 'Tres S.A.' })
    expect(changed.body).toMatchObject({ ...details, company: 'Tres S.A.' })
    expect((await auditor.get(path)).body).toEqual(changed.body)
  })

  test('that another admin changed meanwhile is not overwritten', async ({ admin }) => {
    const seen = await revisionFor(admin)
    expect((await changeDetails(admin, { phone: '0800 555 0102' })).status).toBe(200)
    expectProblem(
      await admin.post(path, { ...details, revision: seen, phone: '0800 555 0103' }),
      409,
      'settings_changed',
    )
  })
})

test('the first values are recorded once', async ({ shop }) => {
  const context = { actor: 'operator', correlation: 'test' } as const
  await startSelling(shop.core.store, context, seller)
  const started = await sellerNow(shop.core.store)
  const again = await startSelling(shop.core.store, context, { ...seller, company: 'Otra' })
  expect(again).toMatchObject({ appended: false, result: started })
  expect(await sellerNow(shop.core.store)).toEqual(started)
})

describe('the bank account', () => {
  test('needs the super-admin key: without it nothing, with a wrong one an event that counts it', async ({
    shop,
    admin,
  }) => {
    await changeAccount(admin, { alias: 'antes.de.todo' }, superAdminKey)
    const types = await typesAppended(shop, async () => {
      expectProblem(await changeAccount(admin, {}), 403, 'role_key_missing')
      const wrong = await changeAccount(admin, {}, 'no es esta')
      expectProblem(wrong, 403, 'account_key_rejected')
      expect(wrong.body.attemptsLeft).toBe(2)
    })
    expect(types).toEqual(['RoleKeyRejected'])
    expect((await sellerNow(shop.core.store)).alias).toBe('antes.de.todo')
    expect((await changeAccount(admin, { alias: 'despues.todo' }, superAdminKey)).body.alias).toBe('despues.todo')
  })

  test('is locked after three wrong keys, as the change of roles is', async ({ admin }) => {
    for (let nth = 0; nth < 3; nth++) await changeAccount(admin, { alias: 'nunca.jamas' }, 'no es esta')
    expectProblem(await changeAccount(admin, { alias: 'nunca.jamas' }, superAdminKey), 403, 'role_change_blocked')
  })
})

describe('the audit', () => {
  test('tells each change in a sentence, and undoes it: the account with the key alone', async ({ admin }) => {
    await changeDetails(admin, { company: 'Cuatro S.A.' })
    await changeDetails(admin, { company: 'Cinco S.A.' })
    await changeAccount(admin, { alias: 'cuenta.cuatro' }, superAdminKey)
    await changeAccount(admin, { alias: 'cuenta.cinco' }, superAdminKey)
    const latest = async (wanted: string) =>
      (await admin.get('/api/panel/audit')).body.rows.find(({ type }: { type: string }) => type === wanted)
    const undo = ({ position, undo: { seen } }: { position: number; undo: { seen: number } }, key?: string) =>
      admin.post('/api/panel/audit/undo', { position, seen, superAdminKey: key })
    const named = await latest('SellerChanged')
    expect(named.sentence).toBe(
      'Cambiaron los datos de quien vende: La Tienda (Cinco S.A., CUIT 30-12345678-1) · Mitre 100, Rosario · Lunes a viernes de 8 a 17 h · +54 341 555-0100 · hola@latienda.example.',
    )
    expect((await undo(named)).status).toBe(200)
    const paid = await latest('BankAccountChanged')
    expect(paid.sentence).toBe(
      'Cambió la cuenta bancaria para las transferencias: Banco de Prueba, de Uno y Dos S.R.L., CBU 9990001800000000123459, alias cuenta.cinco.',
    )
    expectProblem(await undo(await latest('BankAccountChanged')), 403, 'role_key_missing')
    expect((await undo(await latest('BankAccountChanged'), superAdminKey)).status).toBe(200)
    expect((await admin.get(path)).body).toMatchObject({ company: 'Cuatro S.A.', alias: 'cuenta.cuatro' })
  })
})
