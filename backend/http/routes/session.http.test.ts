// Sessions over HTTP: the cookie, its life, what is stored of it, how a ban ends it, and how their owner ends those elsewhere.
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, onTestFinished } from 'vitest'
import { changeAccount } from '#backend/commands/changes.ts'
import { ban, expectBadInput, expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, openShop, publicEnv, type Shop, signedIn, test } from '#backend/testing/shop-fixture.ts'
import { type Client, clientOf } from '#scripts/testing/client.ts'
import { createDatabase } from '#scripts/testing/database.ts'

const opened: Shop[] = []
async function another(...parts: Parameters<typeof openShop>): Promise<Shop> {
  const shop = await openShop(...parts)
  opened.push(shop)
  return shop
}
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.stop()
})

const ana = { name: 'Ana', email: 'ana@gamertech.test', password: 'Clave-segura-1' }
const login = { email: ana.email, password: ana.password }

describe('the cookie', () => {
  test('[TRUST-03 partial] over http it is HttpOnly and SameSite=Lax, for the whole shop and for 30 minutes', async ({
    shop,
  }) => {
    const answer = await shop.client().post('/api/users/new', ana)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^sid=[\w-]{43};/)
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).toMatch(/; Path=\//)
    expect(cookie).not.toMatch(/Secure|Domain/)
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '')
    expect(Math.abs(expires - Date.parse(answer.body.marcaTiempoLogin) - 30 * 60_000)).toBeLessThan(1001)
  })

  test('[TRUST-03] [ENV-03 partial] with an https PUBLIC_URL it is Secure and __Host-, and only that origin may write', async ({
    shop: plain,
  }) => {
    const { databaseUrl, drop } = await createDatabase()
    onTestFinished(drop)
    const overHttp = await plain.client().post('/api/users/new', { ...ana, email: 'http@gamertech.test' })
    expect(overHttp.headers.getSetCookie()[0]).toMatch(/^sid=(?!.*Secure).*; HttpOnly; SameSite=Lax/)
    const shop = await another(databaseUrl, { env: { ...publicEnv, PUBLIC_URL: 'https://tienda.example' } })
    const here = `http://127.0.0.1:${shop.config.port}`
    const client = clientOf(here)
    const entry = { ...ana, email: 'https@gamertech.test' }
    expectProblem(await client.post('/api/users/new', entry), 403, 'foreign_origin')
    const answer = await client.post('/api/users/new', entry, { origin: 'https://tienda.example' })
    expect(answer.status).toBe(201)
    const names = answer.headers.getSetCookie().map((line) => (/; Secure/.test(line) ? line.split('=')[0] : line))
    expect(names).toEqual(['__Host-sid', '__Host-device', '__Host-position'])
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-sid=[\w-]{43}; .*Path=\//)
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; Secure/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect((await client.get('/api/session')).body.user.email).toBe(entry.email)
    // The name of the other scheme opens nothing.
    const id = client.jar.get('__Host-sid')
    expect((await clientOf(here).get('/api/session', { cookie: `sid=${id}` })).body.user).toBeNull()
    await client.post('/api/session/end', {}, { origin: 'https://tienda.example' })
    expect(client.jar.has('__Host-sid')).toBe(false)
  })

  test('[T27] a session chosen by somebody else is not taken over, and signing in again leaves none of before', async ({
    shop,
  }) => {
    const whoHas = async (sid: string) => (await shop.client().get('/api/session', { cookie: `sid=${sid}` })).body.user
    const client = shop.client()
    const chosen = 'x'.repeat(43)
    client.jar.set('sid', chosen)
    await client.post('/api/users/verifyuser', login)
    const first = client.jar.get('sid') ?? ''
    expect([first === chosen, await whoHas(chosen), (await whoHas(first)).email]).toEqual([false, null, login.email])
    await client.post('/api/users/verifyuser', login)
    const second = client.jar.get('sid') ?? ''
    expect([second === first, await whoHas(first), (await whoHas(second)).email]).toEqual([false, null, login.email])
  })

  test('[T27 partial] [TRUST-04] its value is nowhere in the database, and two logins give unrelated ids', async ({
    shop,
  }) => {
    const [first, second] = [shop.client(), shop.client()]
    await first.post('/api/users/verifyuser', login)
    await second.post('/api/users/verifyuser', login)
    const ids = [first, second].map((client) => Buffer.from(client.jar.get('sid') ?? '', 'base64url'))
    expect(ids.map((id) => id.length)).toEqual([32, 32])
    const [a = Buffer.alloc(0), b = Buffer.alloc(0)] = ids
    expect(a.filter((byte, index) => byte === b[index]).length).toBeLessThan(8)
    const { rows: tables } = await shop.core.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`,
    )
    expect(tables.map((table) => table.name)).toContain('auth.sessions')
    for (const { name } of tables) {
      const { rows } = await shop.core.pool.query<{ text: string }>(`select t::text as text from ${name} t`)
      const everything = rows.map((row) => row.text).join('\n')
      for (const id of ids) {
        const asBytes = Buffer.from(id.toString('base64url')).toString('hex')
        for (const form of [id.toString('base64url'), id.toString('base64'), id.toString('hex'), asBytes])
          expect(everything.includes(form), name).toBe(false)
      }
    }
  })
})

describe('its life', () => {
  test('[T28] [TRUST-05] it counts from login: 29:59 works, 30:00 does not, whatever was called in between', async ({
    databaseUrl,
  }) => {
    let clock = Date.parse('2026-03-01T12:00:00Z')
    const shop = await another(databaseUrl, { now: () => new Date(clock) })
    const client = await signedIn(shop)
    expect((await client.get('/api/session')).body).toMatchObject({
      marcaTiempoLogin: '2026-03-01T12:00:00.000Z',
      expiresAt: '2026-03-01T12:30:00.000Z',
    })
    for (const minutes of [10, 20, 29]) {
      clock = Date.parse('2026-03-01T12:00:00Z') + minutes * 60_000
      expect((await client.get(`/api/cart/${client.id}`)).status).toBe(200)
    }
    clock = Date.parse('2026-03-01T12:29:59Z')
    expect((await client.get(`/api/cart/${client.id}`)).status).toBe(200)
    clock = Date.parse('2026-03-01T12:30:00Z')
    expectProblem(await client.get(`/api/cart/${client.id}`), 401, 'unauthenticated')
    expect((await client.get('/api/session')).body).toEqual({ user: null, marcaTiempoLogin: null, expiresAt: null })
  })

  test('signing out ends it on the server, not only in the browser', async ({ shop }) => {
    const client = await signedIn(shop)
    const id = client.jar.get('sid')
    expect(await client.post('/api/session/end', {})).toMatchObject({ status: 204, body: '' })
    expect(client.jar.has('sid')).toBe(false)
    expectProblem(await shop.client().get(`/api/users/${client.id}`, { cookie: `sid=${id}` }), 401, 'unauthenticated')
    expect((await shop.client().post('/api/session/end', {})).status).toBe(204)
    for (const odd of ['x', '', 'a'.repeat(4000), '%00', '"; drop'])
      expectProblem(await shop.client().get('/api/users/1', { cookie: `sid=${odd}` }), 401, 'unauthenticated')
  })

  test('[ENV-07] another SESSION_SECRET ends all sessions, the same one keeps them', async ({ shop, databaseUrl }) => {
    const client = await signedIn(shop)
    const cookie = `sid=${client.jar.get('sid')}`
    const same = await another(databaseUrl)
    expect((await same.client().get(`/api/users/${client.id}`, { cookie })).status).toBe(200)
    const changed = await another(databaseUrl, { env: { SESSION_SECRET: 't'.repeat(40) } })
    expectProblem(await changed.client().get(`/api/users/${client.id}`, { cookie }), 401, 'unauthenticated')
  })
})

describe('a ban', () => {
  test('[T22 partial] [TRUST-06] [API-28 partial] the next request of each session gets 403 user_banned and changes nothing, and so does a login', async ({
    shop,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const productId = await makeProduct(admin)
    const first = await signedIn(shop)
    const second = shop.client()
    await second.post('/api/users/verifyuser', { email: first.email, password: ana.password })
    const visitor = shop.client()
    for (const client of [visitor, second]) expect((await client.get(`/api/product/${productId}`)).status).toBe(200)
    await ban(shop, first.id)
    const add = { userId: first.id, productId: { id: productId, quantity: 1 } }
    const types = await typesAppended(shop, async () => {
      for (const client of [first, second]) {
        expectProblem(await client.post('/api/cart/addproducttocart', add), 403, 'user_banned')
        for (const path of [`/api/cart/${first.id}`, '/api/session', '/api/product', `/api/product/${productId}`])
          expectProblem(await client.get(path), 403, 'user_banned')
        for (const path of ['/api/catalogue', '/api/product/getcategories/all'])
          expectProblem(await client.get(path), 403, 'user_banned')
      }
      const again = shop.client()
      expectProblem(
        await again.post('/api/users/verifyuser', { email: first.email, password: ana.password }),
        403,
        'user_banned',
      )
      expectProblem(
        await again.post('/api/users/verifyuser', { email: first.email, password: 'otra' }),
        401,
        'wrong_credentials',
      )
      expect(again.jar.has('sid')).toBe(false)
    })
    expect(types).toEqual([])
    expect((await visitor.get(`/api/product/${productId}`)).status).toBe(200)
    expect((await first.post('/api/session/end', {})).status).toBe(204)
    expect((await first.get('/api/catalogue')).status).toBe(200)
  })
})

const agents = {
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  chrome:
    'Mozilla/5.0 (Linux; Android 10; Moto de Ana) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}

/** Signs in once more from what calls itself so. */
async function signInFrom({ client }: Pick<Shop, 'client'>, userAgent: string, person: typeof login): Promise<Client> {
  const caller = client()
  const { email, password } = person
  const answer = await caller.post('/api/users/verifyuser', { email, password }, { 'user-agent': userAgent })
  expect(answer.status).toBe(200)
  return caller
}

type Listed = { id: string; browser: string | null; system: string | null; isCurrent: boolean; lastSeenAt: string }

async function listOf(caller: Client): Promise<Listed[]> {
  const { status, body } = await caller.get('/api/session/open')
  expect(status).toBe(200)
  return body.sessions
}

describe('the sessions that are open', () => {
  test('are told to their owner alone, from where in two words, and nothing else of the browser is kept', async ({
    shop,
  }) => {
    const [person, other] = [await signedIn(shop), await signedIn(shop)]
    const firefox = await signInFrom(shop, agents.firefox, person)
    await signInFrom(shop, agents.chrome, person)
    const shown = (await listOf(firefox)).map(({ browser, system, isCurrent }) => [browser, system, isCurrent])
    expect(shown).toEqual([
      ['Chrome', 'Android', false],
      ['Firefox', 'Windows', true],
      [null, null, false],
    ])
    expect(await listOf(other)).toHaveLength(1)
    expectProblem(await shop.client().get('/api/session/open'), 401, 'unauthenticated')
    const { rows } = await shop.core.pool.query<{ text: string }>('select s::text as text from auth.sessions s')
    expect(rows.map(({ text }) => text).join()).toMatch(/Firefox,Windows/)
    expect(rows.map(({ text }) => text).join()).not.toMatch(/Mozilla|Gecko|Moto/)
    // Nor is what it is called in the list of any use as a cookie.
    const [{ id } = expect.fail('nothing is listed')] = await listOf(person)
    expectProblem(await shop.client().get('/api/session/open', { cookie: `sid=${id}` }), 401, 'unauthenticated')
    const { body } = await person.get(`/api/users/${person.id}/data`)
    expect(body.sessions).toMatchObject([{ browser: 'Chrome' }, { browser: 'Firefox', system: 'Windows' }, {}])
  })

  test('are ended one by one or all the others, at once and without an event; another’s is like none', async ({
    shop,
  }) => {
    const [person, other] = [await signedIn(shop), await signedIn(shop)]
    const [firefox, chrome, last] = [
      await signInFrom(shop, agents.firefox, person),
      await signInFrom(shop, agents.chrome, person),
      await signInFrom(shop, '', person),
    ]
    const end = (caller: Client, id: unknown) => caller.post('/api/session/open/end', { id })
    const named = (sessions: Listed[], browser: string) => sessions.find((one) => one.browser === browser)?.id
    const chromes = named(await listOf(person), 'Chrome')
    const types = await typesAppended(shop, async () => {
      const [foreign, absent] = [await end(other, chromes), await end(other, randomUUID())]
      expectProblem(foreign, 404, 'not_found')
      expect(JSON.stringify(foreign.body)).toBe(JSON.stringify(absent.body))
      expectBadInput(await end(person, 'x'), ['id'])
      expect(await listOf(chrome)).toHaveLength(4)

      const left: Listed[] = (await end(person, chromes)).body.sessions
      expect(left).toHaveLength(3)
      expectProblem(await chrome.get(`/api/cart/${person.id}`), 401, 'unauthenticated')
      expectProblem(await end(person, chromes), 404, 'not_found')
      expect((await person.post('/api/session/open/endothers', {})).body.sessions).toMatchObject([{ isCurrent: true }])
      for (const caller of [firefox, last])
        expectProblem(await caller.get(`/api/cart/${person.id}`), 401, 'unauthenticated')
      expect(await listOf(other)).toHaveLength(1)

      const [{ id } = expect.fail('nothing is listed')] = await listOf(person)
      expect((await end(person, id)).body.sessions).toEqual([])
      expect(person.jar.has('sid')).toBe(false)
    })
    expect(types).toEqual([])
  })

  test('are those that are good: none of before a ban', async ({ shop }) => {
    const person = await signedIn(shop)
    await ban(shop, person.id)
    await changeAccount(
      shop.core.store,
      { actor: 'operator', correlation: 'test' },
      { type: 'ReinstateUser', userId: person.id },
    )
    const back = await signInFrom(shop, agents.firefox, person)
    expect(await listOf(back)).toMatchObject([{ browser: 'Firefox', isCurrent: true }])
  })

  test('were last used at a time that is told to five minutes, and a locked row holds nobody up', async ({
    databaseUrl,
  }) => {
    const began = Date.parse('2026-03-01T12:00:00Z')
    let clock = began
    const shop = await another(databaseUrl, { now: () => new Date(clock) })
    const person = await signedIn(shop)
    const seen = async () => ((await listOf(person))[0]?.lastSeenAt ?? '').slice(11, 16)
    clock = began + 4 * 60_000
    expect(await seen()).toBe('12:00')
    clock = began + 6 * 60_000
    await Promise.all(Array.from({ length: 5 }, () => person.get('/api/session')))
    expect(await seen()).toBe('12:06')
    clock = began + 10 * 60_000
    expect(await seen()).toBe('12:06')
    const holder = await shop.core.pool.connect()
    await holder.query('begin')
    await holder.query('select from auth.sessions where user_id = $1 for update', [person.id])
    clock = began + 12 * 60_000
    try {
      expect(await seen()).toBe('12:06')
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await seen()).toBe('12:12')
  })
})
