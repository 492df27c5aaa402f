// /api/users as a list: all accounts for admins, everybody else's own.
import { expect } from 'vitest'
import { expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Answer } from '#scripts/testing/client.ts'

const test = shopTest.extend('people', { scope: 'file' }, async ({ shop }) => ({
  ana: await signedIn(shop, { name: 'Ana Ñandú' }),
  eva: await signedIn(shop, { name: 'Eva Luna' }),
  admin: await signedIn(shop, { name: 'Luz Ana Paz', admin: true }),
}))

const idsOf = ({ body }: Answer<{ id: number }[]>) => body.map(({ id }) => id)

test('[T15 partial] [API-19] [API-20] an admin sees all accounts by id, a user only their own, a visitor none, and nobody a password', async ({
  shop,
  people: { ana, eva, admin },
}) => {
  const all = await admin.get('/api/users')
  expect(all.status).toBe(200)
  expect(idsOf(all)).toEqual([ana.id, eva.id, admin.id].sort((a, b) => a - b))
  expect(all.headers.get('x-total-count')).toBe('3')
  expect(all.body[0]).toEqual({
    id: ana.id,
    name: 'Ana Ñandú',
    email: ana.email,
    isActive: true,
    isAdmin: false,
    staffRole: null,
    imageUrl: null,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(JSON.stringify(all.body)).not.toMatch(/argon2|password|hash/i)
  expectProblem(await shop.client().get('/api/users'), 401, 'unauthenticated')
  const own = await eva.get('/api/users')
  expect([own.status, idsOf(own), own.body[0].email]).toEqual([200, [eva.id], eva.email])
})

test('[API-21] [API-22] a search finds exactly the names that contain the text, for a user only their own', async ({
  shop,
  people: { ana, eva, admin },
}) => {
  const search = '/api/users/search?name='
  const find = async (text: string) => idsOf(await admin.get(search + encodeURIComponent(text)))
  expect(await find('ana')).toEqual([ana.id, admin.id])
  expect(await find('A Ñ')).toEqual([ana.id])
  expect(await find('lu')).toEqual([eva.id, admin.id])
  for (const none of ['%', '_', 'nadie', '@gamertech']) expect(await find(none)).toEqual([])
  expectBadInput(await admin.get('/api/users/search'), ['name'])
  expectBadInput(await admin.get(`${search}%20`), ['name'])
  expectProblem(await shop.client().get(`${search}ana`), 401, 'unauthenticated')
  const foreign = await eva.get(`${search}ana`)
  expect([foreign.status, foreign.body]).toEqual([200, []])
  expect(idsOf(await eva.get(`${search}Luna`))).toEqual([eva.id])
})

test('the panel finds an account by its whole e-mail, and by a part of its name in any letter case, with or without its accents, however they were typed; no sign stands for another', async ({
  shop,
  people: { admin },
}) => {
  // As some keyboards send it: a letter and its accent as two signs.
  const lucia = await signedIn(shop, { name: 'Lucía Peña'.normalize('NFD') })
  const find = async (text: string) => {
    const { body } = await admin.get(`/api/panel/users?q=${encodeURIComponent(text)}`)
    return idsOf({ body: body.items } as Answer<{ id: number }[]>)
  }
  for (const text of ['lucia', 'LUCÍA', 'lúcia', 'Peña', 'PENA', 'Lucía pe'.normalize('NFD')])
    expect([text, await find(text)]).toEqual([text, [lucia.id]])
  expect(await find(lucia.email.toUpperCase())).toEqual([lucia.id])
  for (const none of [lucia.email.slice(1), '%', '_', 'L%a', 'luc_a', '.*', '%_.*(7', '\\', 'luc\\ía'])
    expect([none, await find(none)]).toEqual([none, []])
})
