// ops find-person, ban and reinstate, the roles and their block, on a running shop.
import { expect } from 'vitest'
import { eventsAfter, expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { openShop, test as shopTest, signedIn, superAdminKey } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const test = shopTest
  .extend('ownerPool', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) =>
    openOwnerPool(databaseUrl, onCleanup),
  )
  .extend('run', ({ shop, ownerPool }) => opsOn({ core: shop.core, ownerPool }))

test('the first admin of a new shop is made by e-mail, once, and may do at once what admins may', async ({
  shop,
  run,
}) => {
  const { id, email, get } = await signedIn(shop)
  expectProblem(await get('/api/purchase'), 403, 'forbidden')
  const head = await shop.core.store.head()
  expect(await run('grant-admin', ` ${email.toUpperCase()}`)).toMatchObject({
    code: 0,
    text: `La cuenta ${id} administra la tienda.\n`,
    err: '',
  })
  expect((await eventsAfter(shop, head)).map(({ type, meta }) => [type, meta.actor])).toEqual([
    ['AdminGranted', 'operator'],
  ])
  expect((await get('/api/purchase')).status).toBe(200)
  expect((await run('grant-admin', String(id))).text).toBe(`La cuenta ${id} ya administraba la tienda.\n`)
  const json = await run('grant-admin', email, '--json')
  expect(JSON.parse(json.text)).toEqual({ userId: id, changed: false })
  const refused = await run('ban', email)
  expect(refused).toMatchObject({ code: 1, text: '' })
  expect(refused.err).toContain('administra la tienda')
})

test('a role of the staff is given, exchanged and taken by the operator, and counts at once', async ({ shop, run }) => {
  const { id, email, get } = await signedIn(shop)
  const head = await shop.core.store.head()
  // Only support reads the orders.
  const orders = async () => (await get('/api/panel/orders')).status
  expect(await orders()).toBe(403)
  expect(await run('grant-role', email, 'editor')).toMatchObject({
    code: 0,
    text: `La cuenta ${id} tiene el rol Editor de catálogo.\n`,
    err: '',
  })
  expect(await orders()).toBe(403)
  expect((await run('grant-role', String(id), 'support')).text).toBe(`La cuenta ${id} tiene el rol Soporte.\n`)
  expect(await orders()).toBe(200)
  expect((await run('grant-role', email, 'support')).text).toBe(`La cuenta ${id} ya tenía el rol Soporte.\n`)
  expect((await run('revoke-role', email)).text).toBe(`La cuenta ${id} ya no tiene un rol.\n`)
  expect(await orders()).toBe(403)
  expect((await run('revoke-role', email)).text).toBe(`La cuenta ${id} no tenía un rol del personal.\n`)
  expect((await eventsAfter(shop, head)).map(({ type, data, meta }) => [type, data.role, meta.actor])).toEqual([
    ['StaffRoleGranted', 'editor', 'operator'],
    ['StaffRoleRevoked', 'editor', 'operator'],
    ['StaffRoleGranted', 'support', 'operator'],
    ['StaffRoleRevoked', 'support', 'operator'],
  ])
  const odd = await run('grant-role', email, 'toString')
  expect(odd).toMatchObject({ code: 2, text: '' })
  expect(odd.err).toContain('editor, support, auditor, operator')
})

test('an admin is one no more by the operator, but for the last one', async ({ shop, run }) => {
  const [first, second] = [await signedIn(shop, { admin: true }), await signedIn(shop, { admin: true })]
  const others = (await first.get('/api/users')).body.filter(
    ({ id, isAdmin }: { id: number; isAdmin: boolean }) => isAdmin && id !== second.id,
  )
  expect((await run('grant-role', second.email, 'support')).err).toContain('antes hay que usar revoke-admin')
  for (const { id } of others)
    expect((await run('revoke-admin', String(id))).text).toBe(`La cuenta ${id} ya no administra la tienda.\n`)
  expectProblem(await first.get('/api/purchase'), 403, 'forbidden')
  expect((await run('revoke-admin', first.email)).text).toBe(`La cuenta ${first.id} no administraba la tienda.\n`)
  const last = await run('revoke-admin', second.email)
  expect(last).toMatchObject({ code: 1, text: '' })
  expect(last.err).toContain('sin administración')
  expect((await second.get('/api/purchase')).status).toBe(200)
})

test('an account is suspended with a reason, which only the log keeps, and reinstated', async ({ shop, run }) => {
  const { id, email, get, post } = await signedIn(shop)
  const head = await shop.core.store.head()
  const banned = await run('ban', email, '--reason', 'pagó con una tarjeta ajena')
  expect(banned).toMatchObject({ code: 0, text: `La cuenta ${id} quedó suspendida.\n` })
  expectProblem(await get(`/api/cart/${id}`), 403, 'user_banned')
  expect(JSON.stringify(await eventsAfter(shop, head))).not.toContain('tarjeta')
  expect((await run('grant-admin', email)).err).toContain('está suspendida')
  expect((await run('ban', email)).text).toBe(`La cuenta ${id} ya estaba suspendida.\n`)
  expect((await run('reinstate', email)).text).toBe(`La cuenta ${id} puede volver a ingresar.\n`)
  expect((await run('reinstate', email)).text).toBe(`La cuenta ${id} no estaba suspendida.\n`)
  expect((await post('/api/users/verifyuser', { email, password: 'Clave-segura-1' })).status).toBe(200)
})

test('[ROLE-08] [ENV-06] a block outlives a rebuild of everything and a restart, an operator lifts it, and only the key of the environment opens', async ({
  shop,
  run,
  databaseUrl,
}) => {
  const [admin, other] = [await signedIn(shop, { admin: true }), await signedIn(shop)]
  const account = { ...(await admin.get(`/api/users/${other.id}`)).body, isAdmin: true }
  const modify = (client: Client, key: string) =>
    client.post('/api/users/modifyuser', { ...account, superAdminKey: key })
  for (const key of ['uno', 'dos', 'tres']) await modify(admin, key)
  expect((await run('rebuild', 'all')).code).toBe(0)
  const newKey = 'la clave que vino después'
  const restarted = await openShop(databaseUrl, { env: { SUPER_ADMIN_KEY: newKey } })
  try {
    const again = restarted.client()
    await again.post('/api/users/verifyuser', { email: admin.email, password: admin.password })
    const blocked = await modify(again, newKey)
    expectProblem(blocked, 403, 'role_change_blocked')
    expect((await again.get('/api/session')).body.changeRolAttempts).toBe(0)
    const head = await shop.core.store.head()
    const lifted = `La cuenta ${admin.id} tiene otra vez todos sus intentos.\n`
    expect(await run('lift-role-block', admin.email)).toMatchObject({ code: 0, text: lifted, err: '' })
    expect((await run('lift-role-block', admin.email)).text).toBe(`La cuenta ${admin.id} no erró ninguna clave.\n`)
    expect((await eventsAfter(shop, head)).map(({ type, meta }) => [type, meta.actor])).toEqual([
      ['RoleBlockLifted', 'operator'],
    ])
    expectProblem(await modify(again, superAdminKey), 403, 'role_key_rejected')
    expect((await modify(again, newKey)).status).toBe(200)
  } finally {
    await restarted.stop()
  }
})

test('a person is found by e-mail, id or part of the name', async ({ shop, run }) => {
  const { id, email } = await signedIn(shop, { name: 'Zulema Ñandú' })
  await shop.core.positions.waitFor(['users'], await shop.core.store.head())
  for (const text of [email, String(id), 'zulema ñ', 'Zúlema nandu']) {
    const { code, lines } = await run('find-person', text)
    expect(code).toBe(0)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(new RegExp(`${id} +Zulema Ñandú +${email} +activa$`))
  }
  const json = await run('find-person', email, '--json')
  expect(JSON.parse(json.text)).toEqual({
    id,
    name: 'Zulema Ñandú',
    email,
    isActive: true,
    isAdmin: false,
    staffRole: null,
  })
  const support = await signedIn(shop, { role: 'support' })
  expect((await run('find-person', support.email)).lines[1]).toMatch(/activa +soporte$/)
  expect(await run('find-person', '%')).toMatchObject({ code: 2, text: '' })
})

test('nobody there is told in one sentence, and nothing is written', async ({ shop, run }) => {
  const types = await typesAppended(shop, async () => {
    for (const command of [
      'grant-admin',
      'revoke-admin',
      'revoke-role',
      'lift-role-block',
      'ban',
      'reinstate',
      'find-person',
    ]) {
      expect(await run(command, 'nadie@gamertech.test')).toMatchObject({
        code: 2,
        text: '',
        err: 'No hay una cuenta con el correo nadie@gamertech.test.\n',
      })
      expect((await run(command, '999999')).err).toBe('No hay una cuenta con el id 999999.\n')
    }
    expect((await run('ban', 'nadie')).err).toContain('el correo o el id')
  })
  expect(types).toEqual([])
})
