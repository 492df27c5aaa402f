// Changing roles: the super-admin key, its attempts, and the admin who must stay.
import { describe, expect, vi } from 'vitest'
import { modifyUser } from '#backend/commands/account/modify-user.ts'
import { eventsAfter, expectBadInput, expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { roleKeyOf } from '#backend/identity/role-key.ts'
import { type Shop, test as shopTest, signedIn, superAdminKey } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const path = '/api/users/modifyuser'
/** An admin and a person of the test's own. */
const test = shopTest
  .extend('admin', ({ shop }) => signedIn(shop, { admin: true }))
  .extend('ana', ({ shop }) => signedIn(shop))

async function whole(caller: Client, id: number) {
  return (await caller.get(`/api/users/${id}`)).body
}

/** Posts the whole account with another role. */
async function setRole(caller: Client, id: number, isAdmin: boolean, key?: string) {
  return caller.post(path, { ...(await whole(caller, id)), isAdmin, superAdminKey: key })
}

describe('the super-admin key', () => {
  test('[ROLE-04 partial] a role asked for without a key the server accepted is refused, and stays', async ({
    shop,
    admin,
    ana,
  }) => {
    const types = await typesAppended(shop, async () => {
      expectProblem(await setRole(admin, ana.id, true), 403, 'role_key_missing')
      const claimed = { ...(await whole(admin, ana.id)), isAdmin: true, keyAccepted: true, changeRolAttempts: 3 }
      expectBadInput(await admin.post(path, claimed), ['keyAccepted', 'changeRolAttempts'])
      expectProblem(await ana.post(path, { id: ana.id, isAdmin: true, superAdminKey }), 403, 'forbidden')
    })
    expect(types).toEqual([])
    const second = await signedIn(shop, { admin: true })
    expectProblem(await setRole(second, ana.id, true, 'no es esta'), 403, 'role_key_rejected')
    // The server remembers no key that it accepted: not for another account, nor for another admin.
    const promoted = await signedIn(shop)
    expect((await setRole(second, promoted.id, true, superAdminKey)).status).toBe(200)
    for (const caller of [second, admin]) expectProblem(await setRole(caller, ana.id, true), 403, 'role_key_missing')
    expect((await whole(admin, ana.id)).isAdmin).toBe(false)
    expect((await ana.get('/api/session')).body.user.isAdmin).toBe(false)
    expectProblem(await ana.get('/api/purchase'), 403, 'forbidden')
  })

  test('an admin who was demoted has no session of an admin left: the next request of each is a user’s', async ({
    shop,
    admin,
  }) => {
    const former = await signedIn(shop, { admin: true })
    const elsewhere = shop.client()
    await elsewhere.post('/api/users/verifyuser', { email: former.email, password: former.password })
    for (const session of [former, elsewhere]) expect((await session.get('/api/purchase')).status).toBe(200)
    expect((await setRole(admin, former.id, false, superAdminKey)).status).toBe(200)
    for (const session of [former, elsewhere]) {
      expectProblem(await session.get('/api/purchase'), 403, 'forbidden')
      expectProblem(await setRole(session, former.id, true, superAdminKey), 403, 'forbidden')
      expect((await session.get('/api/session')).body.user.isAdmin).toBe(false)
    }
  })

  test('[EVT-05] [ROLE-09] only wrong keys use up attempts; they and both changes are events of the acting admin', async ({
    shop,
    admin,
    ana,
  }) => {
    const head = await shop.core.store.head()
    const left = async () => (await admin.get('/api/session')).body.changeRolAttempts
    const first = await setRole(admin, ana.id, true, 'no es esta')
    expectProblem(first, 403, 'role_key_rejected')
    expect(first.body.attemptsLeft).toBe(2)
    expect(first.body.detail).toBe(
      'No fue posible modificar el rol. Quedan 2 intentos para que se bloquee funcionalidad',
    )
    expect(await left()).toBe(2)
    expect((await setRole(admin, ana.id, true, superAdminKey)).body).toMatchObject({
      msg: 'Usuario modificado!',
      user: { id: ana.id, isAdmin: true },
    })
    expect((await ana.get('/api/purchase')).status).toBe(200)
    const second = await setRole(admin, ana.id, false, `${superAdminKey} `)
    expect([second.body.attemptsLeft, await left()]).toEqual([1, 1])
    await setRole(admin, ana.id, false, superAdminKey)
    expectProblem(await ana.get('/api/purchase'), 403, 'forbidden')
    const events = await eventsAfter(shop, head)
    expect(events.map(({ type, meta }) => [type, meta.actor])).toEqual(
      ['RoleKeyRejected', 'AdminGranted', 'RoleKeyRejected', 'AdminRevoked'].map((type) => [type, `user:${admin.id}`]),
    )
    expect(events[0]?.data).toEqual({ userId: admin.id, targetId: ana.id })
    expect(JSON.stringify([events, first.body, second.body])).not.toMatch(/no es esta|clave-de/)
  })

  test('[ROLE-07] three wrong keys block one admin, also for the right one, and nobody else', async ({
    shop,
    admin,
    ana,
  }) => {
    for (const attemptsLeft of [2, 1]) {
      const refused = await setRole(admin, ana.id, true, 'no es esta')
      expect([refused.body.code, refused.body.attemptsLeft]).toEqual(['role_key_rejected', attemptsLeft])
    }
    const types = await typesAppended(shop, async () => {
      for (const key of ['no es esta', superAdminKey, 'no es esta', undefined]) {
        const refused = await setRole(admin, ana.id, true, key)
        expectProblem(refused, 403, 'role_change_blocked')
        expect([refused.body.detail, refused.body.attemptsLeft]).toEqual(['Funcionalidad bloqueada', 0])
      }
    })
    expect(types).toEqual(['RoleKeyRejected'])
    const other = await signedIn(shop, { admin: true })
    expect((await setRole(other, ana.id, true, superAdminKey)).status).toBe(200)
    expect((await whole(admin, ana.id)).isAdmin).toBe(true)
    // What needs no key is not blocked.
    const eva = await signedIn(shop)
    expect((await admin.post(path, { ...(await whole(admin, eva.id)), isActive: false })).status).toBe(200)
  })

  test('[T17] twenty wrong keys at once count as three', async ({ shop, admin, ana }) => {
    const account = { ...(await whole(admin, ana.id)), isAdmin: true }
    const types = await typesAppended(shop, async () => {
      const tries = Array.from({ length: 20 }, () => admin.post(path, { ...account, superAdminKey: 'no es esta' }))
      const left = (await Promise.all(tries)).map(({ body }) => body.attemptsLeft)
      expect(left.sort((a, b) => b - a)).toEqual([2, 1, ...Array.from({ length: 18 }, () => 0)])
    })
    expect(types).toEqual(['RoleKeyRejected', 'RoleKeyRejected', 'RoleKeyRejected'])
  })

  test('a shop without a key changes no role, and counts no attempt', async ({ shop, admin, ana }) => {
    const keyless = { ...shop.core, roleKey: roleKeyOf(undefined) }
    const context = { actor: `user:${admin.id}`, correlation: 'test' } as const
    const types = await typesAppended(shop, async () => {
      const change = { id: ana.id, isAdmin: true, superAdminKey: 'undefined' }
      await expect(modifyUser(keyless, context, admin.id, change)).rejects.toMatchObject({ code: 'role_key_unset' })
    })
    expect(types).toEqual([])
  })
})

/** Lets appends wait until two are there, so that each was decided before the other was written. */
function pairAppends({ core }: Shop): void {
  const append = core.store.append.bind(core.store)
  const both = Promise.withResolvers<void>()
  let waiting = 0
  vi.spyOn(core.store, 'append').mockImplementation(async (entry) => {
    if (++waiting === 2) both.resolve()
    await both.promise
    return append(entry)
  })
}

type Person = Client & { id: number }

/** Takes the role from every other admin. */
async function onlyThese(one: Person, two: Person): Promise<void> {
  for (const { id, isAdmin } of (await one.get('/api/users')).body)
    if (isAdmin && id !== one.id && id !== two.id)
      expect((await setRole(one, id, false, superAdminKey)).status).toBe(200)
}

describe('who administers the shop', () => {
  test('[TRUST-09] activity and role together are two commands and two events, or none of both', async ({
    shop,
    admin,
    ana,
  }) => {
    await setRole(admin, ana.id, true, superAdminKey)
    const account = await whole(admin, ana.id)
    const change = { ...account, isActive: false, isAdmin: false }
    expect(await typesAppended(shop, () => admin.post(path, { ...change, superAdminKey: 'no es esta' }))).toEqual([
      'RoleKeyRejected',
    ])
    expect(await whole(admin, ana.id)).toEqual(account)
    const types = await typesAppended(shop, async () => {
      const answer = await admin.post(path, { ...change, superAdminKey })
      expect([answer.status, answer.body.msg]).toEqual([200, 'Usuario modificado!'])
    })
    expect(types).toEqual(['AdminRevoked', 'UserBanned'])
    const back = await typesAppended(shop, () => admin.post(path, { ...account, superAdminKey }))
    expect(back).toEqual(['UserReinstated', 'AdminGranted'])
  })

  test('[TRUST-10] an admin is not deactivated, the last one not demoted, and of two who demote each other one stays', async ({
    shop,
  }) => {
    const [one, two] = [await signedIn(shop, { admin: true }), await signedIn(shop, { admin: true })]
    const deactivate = { ...(await whole(one, two.id)), isActive: false }
    const refused = await one.post(path, deactivate)
    expectProblem(refused, 409, 'admin_stays_active')
    expect(refused.body.detail).toBe('No es posible desactivar administradores')
    await onlyThese(one, two)
    const bodies = [await whole(one, two.id), await whole(two, one.id)].map((account) => ({
      ...account,
      isAdmin: false,
      superAdminKey,
    }))
    pairAppends(shop)
    const answers = await Promise.all([one.post(path, bodies[0]), two.post(path, bodies[1])])
    vi.restoreAllMocks()
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404])
    const isAdmin = async (caller: Client) => (await caller.get('/api/session')).body.user.isAdmin
    const left = [await isAdmin(one), await isAdmin(two)]
    expect(left.filter(Boolean)).toHaveLength(1)
    const last = left[0] ? one : two
    expectProblem(await setRole(last, last.id, false, superAdminKey), 409, 'last_admin')
    expect((await whole(last, last.id)).isAdmin).toBe(true)
  })

  test('[T18] of two admins who step down at once, one stays', async ({ shop, admin }) => {
    const second = await signedIn(shop, { admin: true })
    await onlyThese(admin, second)
    const down = async (caller: Person) => ({
      ...(await whole(caller, caller.id)),
      isAdmin: false,
      superAdminKey,
    })
    const bodies = [await down(admin), await down(second)]
    pairAppends(shop)
    const answers = await Promise.all([admin.post(path, bodies[0]), second.post(path, bodies[1])])
    vi.restoreAllMocks()
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_admin')
  })
})
