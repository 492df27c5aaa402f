// Roles of the staff: who gives and takes them, and from when on they count.
import { describe, expect } from 'vitest'
import { setPaused } from '#backend/eventstore/projections/rebuild.ts'
import { ban, eventsAfter, expectBadInput, expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import { test as shopTest, signedIn, superAdminKey } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const path = '/api/users/modifyuser'
const orders = '/api/purchase'
/** An admin and a person of the test's own. */
const test = shopTest
  .extend('admin', ({ shop }) => signedIn(shop, { admin: true }))
  .extend('ana', ({ shop }) => signedIn(shop))

async function whole(caller: Client, id: number) {
  return (await caller.get(`/api/users/${id}`)).body
}

/** Posts the whole account with other authority, beside how it was shown. */
async function setRole(caller: Client, id: number, change: object, superKey: string | undefined = superAdminKey) {
  const { id: _, ...seen } = await whole(caller, id)
  return caller.post(path, { id, ...seen, ...change, seen, superAdminKey: superKey })
}

describe('a role of the staff', () => {
  test('is given with the key and taken without it, by events of the admin, and counts at the next request', async ({
    shop,
    admin,
    ana,
  }) => {
    const head = await shop.core.store.head()
    expectProblem(await ana.get(orders), 403, 'forbidden')
    expect((await setRole(admin, ana.id, { staffRole: 'support' })).body.user).toMatchObject({ staffRole: 'support' })
    expect((await ana.get(orders)).status).toBe(200)
    expect((await ana.get('/api/session')).body.user).toMatchObject({ isAdmin: false, staffRole: 'support' })
    expect((await ana.get('/api/users')).body.length).toBeGreaterThan(1)
    expect((await setRole(admin, ana.id, { staffRole: 'editor' })).status).toBe(200)
    expectProblem(await ana.get(orders), 403, 'forbidden')
    expect((await ana.get('/api/users')).body).toHaveLength(1)
    expect((await ana.get('/api/panel/products')).status).toBe(200)
    const taken = await admin.post(path, { id: ana.id, staffRole: null })
    expect(taken.body.user).toMatchObject({ isAdmin: false, staffRole: null })
    expectProblem(await ana.get('/api/panel/products'), 403, 'forbidden')
    const events = await eventsAfter(shop, head)
    expect(events.map(({ type, data, meta }) => [type, data, meta.actor])).toEqual(
      [
        ['StaffRoleGranted', 'support'],
        ['StaffRoleRevoked', 'support'],
        ['StaffRoleGranted', 'editor'],
        ['StaffRoleRevoked', 'editor'],
      ].map(([type, role]) => [type, { userId: ana.id, role }, `user:${admin.id}`]),
    )
    const { rows } = (await admin.get(`/api/panel/audit?entity=user-${ana.id}&kind=role`)).body
    expect(rows.map(({ sentence, actor }: Record<string, unknown>) => [sentence, actor])).toContainEqual([
      `La cuenta Nº ${ana.id} recibió el rol «Soporte».`,
      { text: admin.name, userId: admin.id },
    ])
  })

  test('[T17 partial] is given by nobody without the key or without being an admin, and no role is made up', async ({
    shop,
    admin,
    ana,
  }) => {
    const support = await signedIn(shop, { role: 'support' })
    const types = await typesAppended(shop, async () => {
      const { id } = ana
      expectProblem(await admin.post(path, { id, staffRole: 'editor' }), 403, 'role_key_missing')
      expectProblem(await ana.post(path, { id, staffRole: 'editor', superAdminKey }), 403, 'forbidden')
      expectProblem(await support.post(path, { id, staffRole: 'editor', superAdminKey }), 404, 'not_found')
      expectProblem(await support.post(path, { id, isActive: false }), 404, 'not_found')
      const own = { id: support.id, staffRole: 'auditor', superAdminKey }
      expectProblem(await support.post(path, own), 403, 'forbidden')
      expectProblem(await support.post(path, { ...own, staffRole: null, isAdmin: true }), 403, 'forbidden')
      for (const staffRole of ['owner', '', 'admin', 1])
        expectBadInput(await admin.post(path, { id, staffRole, superAdminKey }), ['staffRole'])
    })
    expect(types).toEqual([])
    expectProblem(await setRole(admin, ana.id, { staffRole: 'editor' }, 'no es esta'), 403, 'role_key_rejected')
    expect((await whole(admin, ana.id)).staffRole).toBeNull()
  })

  test('can be taken by an admin whose attempts at the key are used up', async ({ shop, admin }) => {
    const support = await signedIn(shop, { role: 'support' })
    for (let tries = 0; tries < 3; tries++) await setRole(admin, support.id, { staffRole: 'editor' }, 'no es esta')
    expectProblem(await setRole(admin, support.id, { staffRole: 'editor' }), 403, 'role_change_blocked')
    expect((await admin.post(path, { id: support.id, staffRole: null })).status).toBe(200)
    expectProblem(await support.get(orders), 403, 'forbidden')
  })

  test('ends when its person becomes an admin, and the other way round', async ({ shop, admin }) => {
    const editor = await signedIn(shop, { role: 'editor' })
    const up = await typesAppended(shop, () => setRole(admin, editor.id, { isAdmin: true }))
    expect(up).toEqual(['StaffRoleRevoked', 'AdminGranted'])
    expect(await whole(admin, editor.id)).toMatchObject({ isAdmin: true, staffRole: null })
    const down = await typesAppended(shop, () => setRole(admin, editor.id, { isAdmin: false, staffRole: 'operator' }))
    expect(down).toEqual(['AdminRevoked', 'StaffRoleGranted'])
    expect((await editor.get('/api/panel/operations')).status).toBe(200)
    expectProblem(await editor.get('/api/panel/products'), 403, 'forbidden')
    const both = await setRole(admin, editor.id, { isAdmin: true, staffRole: 'editor' })
    expectProblem(both, 409, 'role_changed')
    expect(await whole(admin, editor.id)).toMatchObject({ isAdmin: false, staffRole: 'operator' })
  })

  test('of two admins who give somebody different roles at once one is told, and the log has one role', async ({
    shop,
    admin,
    ana,
  }) => {
    const other = await signedIn(shop, { admin: true })
    const { id: _, ...seen } = await whole(admin, ana.id)
    const ask = (caller: Client, staffRole: string) =>
      caller.post(path, { id: ana.id, ...seen, staffRole, seen, superAdminKey })
    const head = await shop.core.store.head()
    const answers = await Promise.all([ask(admin, 'editor'), ask(other, 'support')])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expectProblem(refused ?? expect.fail(), 409, 'role_changed')
    const given = (await eventsAfter(shop, head)).map(({ type, data }) => [type, data.role])
    expect(given).toEqual([['StaffRoleGranted', answers[0].status === 200 ? 'editor' : 'support']])
    expect((await whole(admin, ana.id)).staffRole).toBe(given[0]?.[1])
    const same = await Promise.all([ask(admin, String(given[0]?.[1])), ask(other, String(given[0]?.[1]))])
    expect(same.map(({ status }) => status)).toEqual([200, 200])
  })

  test('of a suspended account does nothing, and comes back with the account', async ({ shop, admin }) => {
    const auditor = await signedIn(shop, { role: 'auditor' })
    await ban(shop, auditor.id)
    expectProblem(await auditor.get('/api/panel/audit'), 403, 'user_banned')
    expect((await setRole(admin, auditor.id, { isActive: true })).status).toBe(200)
    expectProblem(await auditor.get('/api/panel/audit'), 403, 'user_banned')
    await auditor.post('/api/users/verifyuser', { email: auditor.email, password: auditor.password })
    expect((await auditor.get('/api/panel/audit')).status).toBe(200)
  })

  test('follows the log also while the accounts’ read model stands still', async ({ databaseUrl, admin, ana }) => {
    const owner = openOwnerPool(databaseUrl)
    await setPaused(owner, 'users', true)
    try {
      await admin.post(path, { id: ana.id, staffRole: 'operator', superAdminKey })
      expect((await ana.get('/api/panel/operations')).status).toBe(200)
      expect((await ana.get('/api/session')).body.user.staffRole).toBe('operator')
      await ana.post('/api/users/verifyuser', { email: ana.email, password: ana.password })
      expect((await ana.get('/api/panel/operations')).status).toBe(200)
      await admin.post(path, { id: ana.id, staffRole: null })
      expectProblem(await ana.get('/api/panel/operations'), 403, 'forbidden')
    } finally {
      await setPaused(owner, 'users', false)
      await owner.end()
    }
  })
})

test('who keeps stock but may not see accounts reads whose order moved it by number alone', async ({ shop, admin }) => {
  const editor = await signedIn(shop, { role: 'editor' })
  const { body } = await editor.post('/api/product/new', {
    name: 'Pad',
    category: 'Periféricos',
    description: 'Uno.',
    imageUrl: '/img/a.png',
    price: 1,
    stock: 3,
  })
  const ledger = async (caller: Client) => (await caller.get(`/api/panel/audit/stock/${body.product.id}`)).body.items
  expect((await ledger(admin))[0].actor).toEqual({ text: editor.name, userId: editor.id })
  expect((await ledger(editor))[0].actor).toEqual({ text: 'Alguien', userId: editor.id })
})
