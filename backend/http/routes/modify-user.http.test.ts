// /api/users/modifyuser: what a person changes of their account, and an admin of anybody's.
import { describe, expect } from 'vitest'
import { eventsAfter, expectBadInput, expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { type Shop, test as shopTest, signedIn, superAdminKey } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const path = '/api/users/modifyuser'
const test = shopTest.extend('admin', { scope: 'file' }, ({ shop }) => signedIn(shop, { admin: true }))

/** The account as the client of the specification knows it. */
async function whole(caller: Client, id: number) {
  return (await caller.get(`/api/users/${id}`)).body
}

/** Type and actor of the events that a call appended. */
async function appended(shop: Shop, call: () => Promise<unknown>): Promise<[type: string, actor: string][]> {
  const head = await shop.core.store.head()
  await call()
  return (await eventsAfter(shop, head)).map(({ type, meta }) => [type, meta.actor])
}

describe('one’s own account', () => {
  test('[API-31] [EVT-02] a new name and a new picture are one event each, and what is posted as it is makes none', async ({
    shop,
  }) => {
    const ana = await signedIn(shop)
    const own = await whole(ana, ana.id)
    const modify = async (change: object) => {
      const answer = await ana.post(path, { ...own, ...change })
      expect([answer.status, answer.body.msg]).toEqual([200, 'Usuario modificado!'])
      return answer.body.user
    }
    const actor = `user:${ana.id}`
    expect(await appended(shop, () => modify({ name: 'Ana 2.0' }))).toEqual([['UserRenamed', actor]])
    expect(await appended(shop, () => modify({ name: 'Ana 2.0' }))).toEqual([])
    const imageUrl = `/avatar/${ana.id}?v=2`
    expect(await appended(shop, () => modify({ name: 'Ana 2.0', imageUrl }))).toEqual([['UserAvatarChanged', actor]])
    expect(await appended(shop, () => modify({ name: 'Ana 2.0', imageUrl }))).toEqual([])
    const both = { name: 'Ana', imageUrl: '' }
    expect(await appended(shop, () => modify(both))).toEqual([
      ['UserRenamed', actor],
      ['UserAvatarChanged', actor],
    ])
    expect(await modify({ name: 'Ana', imageUrl })).toEqual({ ...own, name: 'Ana', imageUrl })
    expect((await ana.get('/api/session')).body.user).toEqual({ ...own, name: 'Ana', imageUrl })
    // Sealed in the log like every personal field.
    expect(JSON.stringify(await eventsAfter(shop, 0))).not.toMatch(/Ana 2|avatar/)
  })

  test('[T16] [API-32] it is for its owner: a visitor, another person and each field that is not theirs are refused', async ({
    shop,
  }) => {
    const [ana, eva] = [await signedIn(shop), await signedIn(shop)]
    const own = await whole(ana, ana.id)
    const types = await typesAppended(shop, async () => {
      expectProblem(await shop.client().post(path, own), 401, 'unauthenticated')
      const foreign = await eva.post(path, { ...own, name: 'Eva' })
      expectProblem(foreign, 404, 'not_found')
      expect((await eva.post(path, { ...own, id: 99_999 })).body).toEqual(foreign.body)
      const fields = {
        isActive: false,
        isAdmin: true,
        email: 'otra@gamertech.test',
        createdAt: '2020-01-01T00:00:00.000Z',
      }
      for (const [field, value] of Object.entries(fields)) {
        const refused = await ana.post(path, { ...own, name: 'Otra', [field]: value, superAdminKey })
        expectProblem(refused, 403, 'forbidden')
        expect(refused.body.errors).toMatchObject([{ field }])
      }
      expectProblem(await ana.post(path, { ...own, isAdmin: true, seen: own }), 403, 'forbidden')
      const { id: _, ...nameless } = own
      expectBadInput(await ana.post(path, nameless), ['id'])
      expectBadInput(await ana.post(path, { ...own, name: ' ' }), ['name'])
      expectBadInput(await ana.post(path, { ...own, name: 'x'.repeat(201) }), ['name'])
      for (const imageUrl of ['https://espia.test/1.png', '//espia.test', 'javascript:alert(1)', 7])
        expectBadInput(await ana.post(path, { ...own, imageUrl }), ['imageUrl'])
    })
    expect(types).toEqual([])
  })

  test('[T37 partial] it shows the picture that was uploaded for it or none: any other path of the shop is refused', async ({
    shop,
  }) => {
    const [ana, eva] = [await signedIn(shop), await signedIn(shop)]
    const own = await whole(ana, ana.id)
    const types = await typesAppended(shop, async () => {
      for (const imageUrl of [
        `/avatar/${eva.id}?v=2`,
        `/avatar/${ana.id}0`,
        '/api/session',
        '/img/og.webp',
        '/avatar/1/../2',
      ]) {
        const refused = await ana.post(path, { ...own, name: 'Otra', imageUrl })
        expectProblem(refused, 403, 'forbidden')
        expect(refused.body.errors).toMatchObject([{ field: 'imageUrl' }])
      }
      expect((await ana.post(path, { ...own, imageUrl: '' })).status).toBe(200)
    })
    expect(types).toEqual([])
  })

  test('an admin neither renames others nor changes an e-mail, also not their own', async ({ shop, admin }) => {
    const ana = await signedIn(shop)
    const account = await whole(admin, ana.id)
    const types = await typesAppended(shop, async () => {
      const refused = await admin.post(path, { ...account, name: 'Otra', email: 'otra@gamertech.test' })
      expectProblem(refused, 403, 'forbidden')
      expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['name', 'email'])
      const own = await whole(admin, admin.id)
      expectProblem(await admin.post(path, { ...own, email: 'otra@gamertech.test' }), 403, 'forbidden')
      expectProblem(await admin.post(path, { id: 99_999, isActive: false }), 404, 'not_found')
    })
    expect(types).toEqual([])
  })
})

describe('suspending', () => {
  test('[EVT-04] UserBanned and UserReinstated are appended with the admin and the time, and the reason is sealed', async ({
    shop,
    admin,
  }) => {
    const ana = await signedIn(shop)
    const { email, password } = ana
    const account = await whole(admin, ana.id)
    const head = await shop.core.store.head()
    const banned = await admin.post(path, {
      ...account,
      isActive: false,
      reason: 'pagó con tarjeta ajena',
      note: 'avisó el banco',
    })
    expect(banned.body).toMatchObject({ msg: 'Usuario modificado!', user: { isActive: false } })
    expectProblem(await ana.get(`/api/cart/${ana.id}`), 403, 'user_banned')
    await admin.post(path, { ...account, isActive: true })
    expect((await shop.client().post('/api/users/verifyuser', { email, password })).status).toBe(200)
    const events = await eventsAfter(shop, head)
    expect(events.map(({ type, meta }) => [type, meta.actor])).toEqual([
      ['UserBanned', `user:${admin.id}`],
      ['UserReinstated', `user:${admin.id}`],
    ])
    for (const { at } of events) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000)
    expect(JSON.stringify(events)).not.toMatch(/tarjeta|banco/)
    const stream = `user-${ana.id}` as const
    const history = (await shop.core.store.readStreams([stream])).get(stream) ?? []
    const kept = history.find(({ type }) => type === 'UserBanned')
    expect(kept?.data).toEqual({ userId: ana.id, reason: 'pagó con tarjeta ajena', note: 'avisó el banco' })
  })

  test('what the caller’s screen showed too long ago is not written back', async ({ shop, admin }) => {
    const ana = await signedIn(shop)
    const seen = await whole(admin, ana.id)
    await ana.post(path, { ...seen, name: 'Ana Nueva' })
    await admin.post(path, { ...seen, name: 'Ana Nueva', isActive: false })
    const change = { ...seen, isAdmin: true, superAdminKey, seen }
    // Suspended by somebody else meanwhile: making her an admin must not reinstate her.
    expectProblem(await admin.post(path, change), 409, 'conflict')
    const late = await appended(shop, () => admin.post(path, { ...seen, isActive: false, seen }))
    expect(late).toEqual([])
    expect(await whole(admin, ana.id)).toMatchObject({ name: 'Ana Nueva', isActive: false, isAdmin: false })
  })
})
