// Registering and signing in over HTTP, and reading one account.
import { describe, expect } from 'vitest'
import { ban, eventsAfter, expectBadInput, expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { signedIn, test } from '#backend/testing/shop-fixture.ts'

const person = { name: 'Ana María Ñandú', email: 'ana@gamertech.test', password: 'Clave-segura-1', isActive: true }
const register = '/api/users/new'
const signIn = '/api/users/verifyuser'

describe('registering', () => {
  test('[API-25] it answers the user, a message, the login time and a session cookie', async ({ shop }) => {
    const client = shop.client()
    const answer = await client.post(register, person)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      user: { name: person.name, email: person.email, isActive: true, isAdmin: false, imageUrl: null },
      msg: expect.stringMatching(/\S/),
    })
    expect(Math.abs(Date.parse(answer.body.marcaTiempoLogin) - Date.now())).toBeLessThan(60_000)
    expect(client.jar.get('sid')).toMatch(/^[\w-]{43}$/)
    const session = await client.get('/api/session')
    expect(session.body.user).toEqual(answer.body.user)
    // The moment at which the session began, whenever it is asked for.
    expect(answer.body.marcaTiempoLogin).toBe(session.body.marcaTiempoLogin)
    expect(JSON.stringify([answer.body, session.body])).not.toMatch(/Clave-segura|argon2|password/)
  })

  test('[API-26] an e-mail in use, roles asked for and wrong fields are refused; what a new account is anyway may be said', async ({
    shop,
  }) => {
    const client = shop.client()
    await client.post(register, { ...person, email: 'dos@gamertech.test' })
    const types = await typesAppended(shop, async () => {
      expectProblem(await client.post(register, { ...person, email: ' DOS@gamertech.TEST ' }), 409, 'email_in_use')
      expectProblem(await client.post(register, { ...person, email: 'x@y', isAdmin: true }), 403, 'forbidden')
      expectProblem(await client.post(register, { ...person, email: 'x@y', isActive: false }), 403, 'forbidden')
      expectBadInput(await client.post(register, { name: '', email: ' ', password: '' }), ['email', 'name', 'password'])
      expectBadInput(await client.post(register, { ...person, email: 'x@y', name: 'Ana3' }), ['name'])
    })
    expect(types).toEqual([])
    expect((await client.post(register, { ...person, email: 'x@y', isAdmin: false, isActive: true })).status).toBe(201)
  })

  test('[API-26 partial] [ERR-07] each wrong field is listed with the sentence of the form, and no password is repeated', async ({
    shop,
  }) => {
    const client = shop.client()
    const empty = await client.post(register, { name: ' ', email: '', password: '' })
    expectBadInput(empty, ['email', 'name', 'password'])
    const sentences = Object.fromEntries(empty.body.errors.map((e: Record<string, string>) => [e.field, e.message]))
    expect(sentences).toEqual({
      name: '¡Debes poner tu nombre!.',
      email: '¡Debes seleccionar un mail valido!',
      password: '¡Debes seleccionar una contraseña!',
    })
    expect((await client.post(register, {})).body.errors).toHaveLength(3)
    const wrong = await client.post(register, { name: 'Ana3', email: 'sin-arroba', password: ['Mi-clave-9'] })
    expectBadInput(wrong, ['email', 'name', 'password'])
    expect(wrong.body.errors[0].message).toBe('¡Solo letras y espacios!')
    expect(JSON.stringify(wrong.body)).not.toMatch(/Mi-clave-9|Ana3|sin-arroba/)
    for (const email of ['a@b\0', 'a@b c', 'a@@b', '@b', 'a\u0007@b', `${'a'.repeat(250)}@b.cc`, 'a@\ud800'])
      expectBadInput(await client.post(register, { ...person, email }), ['email'])
    for (const name of ['a\0b', 'Ana-1', '<b>', '\ud800', 'x'.repeat(201)])
      expectBadInput(await client.post(register, { ...person, email: 'otra@gamertech.test', name }), ['name'])
    expectBadInput(await client.post(register, { ...person, email: 'otra@b', password: 'x'.repeat(129) }), ['password'])
    const broken = await client.post(register, '{"password":"Mi-clave-9"')
    expectProblem(broken, 400, 'malformed_json')
    expect(JSON.stringify(broken.body)).not.toContain('Mi-clave-9')
  })

  test('[T25 partial] that an e-mail is taken is told no sooner than an account is made', { timeout: 60_000 }, async ({
    shop,
  }) => {
    const { email } = await signedIn(shop)
    const took: Record<201 | 409, number[]> = { 201: [], 409: [] }
    for (let round = 0; round < 25; round++)
      for (const [status, address] of [[201, `libre${round}@gamertech.test`] as const, [409, email] as const]) {
        const begin = performance.now()
        const answer = await shop.client().post(register, { name: 'Ana', email: address, password: 'Clave-segura-1' })
        took[status].push(performance.now() - begin)
        expect(answer.status).toBe(status)
      }
    const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0
    // Two milliseconds and forty before: what is left between them is what an account takes beside its hash.
    expect(median(took[409]) / median(took[201])).toBeGreaterThan(0.4)
  })

  test('[EVT-01 partial] one UserRegistered for each new user, with no password anywhere, also when ten ask for one e-mail at once', async ({
    shop,
  }) => {
    const before = await shop.core.store.head()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.client().post(register, { ...person, email: 'uno@gamertech.test' })),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(9)
    const events = await eventsAfter(shop, before)
    expect(events.map((event) => event.type)).toEqual(['UserRegistered'])
    expect(JSON.stringify(events)).not.toMatch(/Clave-segura|argon2/)
    const { rows } = await shop.core.pool.query(
      'select count(*)::int as orphans from auth.credentials where user_id not in (select user_id from rm.users)',
    )
    expect(rows).toEqual([{ orphans: 0 }])
  })
})

describe('signing in', () => {
  test('[API-27] the right password signs in, in whatever letter case the e-mail is typed', async ({ shop }) => {
    const known = await signedIn(shop)
    const client = shop.client()
    const right = await client.post(signIn, { email: ` ${known.email.toUpperCase()}`, password: 'Clave-segura-1' })
    expect(right).toMatchObject({ status: 200, body: { user: { id: known.id }, msg: expect.stringMatching(/\S/) } })
    expect(Math.abs(Date.parse(right.body.marcaTiempoLogin) - Date.now())).toBeLessThan(60_000)
    expect(client.jar.get('sid')).toMatch(/^[\w-]{43}$/)
    expect(client.jar.get('sid')).not.toBe(known.jar.get('sid'))
  })

  test('[API-28 partial] a wrong password and an unknown e-mail get the same 401, a banned user 403, and empty fields are listed', async ({
    shop,
  }) => {
    const known = await signedIn(shop)
    const client = shop.client()
    const wrong = await client.post(signIn, { email: known.email, password: 'otra' })
    const unknown = await client.post(signIn, { email: 'nadie@gamertech.test', password: 'otra' })
    expectProblem(wrong, 401, 'wrong_credentials')
    expect(wrong.body.detail).toBe('Correo o contraseña incorrecto')
    expectProblem(unknown, 401, 'wrong_credentials')
    expect(unknown.body).toEqual(wrong.body)
    expectBadInput(await client.post(signIn, { email: '', password: '' }), ['email', 'password'])
    expectBadInput(await client.post(signIn, { email: '', password: known.password }), ['email'])
    expectBadInput(await client.post(signIn, { email: known.email, password: '' }), ['password'])
    expectBadInput(await client.post(signIn, {}), ['email', 'password'])
    const banned = await signedIn(shop)
    await ban(shop, banned.id)
    const right = { email: banned.email, password: 'Clave-segura-1' }
    expectProblem(await client.post(signIn, right), 403, 'user_banned')
    // Only who knows the password hears of the suspension.
    expect((await client.post(signIn, { ...right, password: 'otra' })).body).toEqual(wrong.body)
    expect(client.jar.has('sid')).toBe(false)
  })

  test('the hash of an own password, set in the database for another account, opens nothing of it', async ({
    shop,
  }) => {
    const [owner, thief] = [await signedIn(shop), await signedIn(shop)]
    await shop.core.pool.query(
      `update auth.credentials c set password_hash = o.password_hash, binding = o.binding from auth.credentials o
       where c.user_id = $1 and o.user_id = $2`,
      [owner.id, thief.id],
    )
    const login = { email: owner.email, password: thief.password }
    expectProblem(await shop.client().post(signIn, login), 401, 'wrong_credentials')
    const erasure = await owner.post('/api/users/erase', { userId: owner.id, confirmation: 'BORRAR' })
    expectProblem(erasure, 400, 'validation')
    expect((await shop.client().post(signIn, { ...login, email: thief.email })).status).toBe(200)
  })

  test('[ERR-11 partial] after too many wrong passwords even the right one gets 429 with Retry-After, also when all come at once', async ({
    shop,
  }) => {
    const known = await signedIn(shop)
    const client = shop.client()
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => client.post(signIn, { email: known.email, password: 'otra' })),
    )
    expect(tries.filter((answer) => answer.status === 401)).toHaveLength(10)
    const locked = await client.post(signIn, { email: known.email, password: 'Clave-segura-1' })
    expectProblem(locked, 429, 'too_many_attempts')
    const wait = Number(locked.headers.get('retry-after'))
    expect(wait > 0 && wait <= 900).toBe(true)
    expect(locked.body.retryAfter).toBe(wait)
    const other = await signedIn(shop)
    expect((await client.post(signIn, { email: other.email, password: 'Clave-segura-1' })).status).toBe(200)
    const { rows } = await shop.core.pool.query('select key from auth.rate_limits')
    expect(JSON.stringify(rows)).not.toContain(known.email)
  })

  test('a right password forgets the wrong ones before it', async ({ shop }) => {
    const known = await signedIn(shop)
    const client = shop.client()
    for (const round of [1, 2]) {
      for (let n = 0; n < 9; n++) await client.post(signIn, { email: known.email, password: `otra ${round}` })
      expect((await client.post(signIn, { email: known.email, password: 'Clave-segura-1' })).status).toBe(200)
    }
  })
})

describe('one account', () => {
  test('[API-23] it is for its owner and for admins, with no password or hash', async ({ shop }) => {
    const user = await signedIn(shop)
    const admin = await signedIn(shop, { admin: true })
    for (const caller of [user, admin]) {
      const answer = await caller.get(`/api/users/${user.id}`)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        id: user.id,
        name: 'Persona de Prueba',
        email: user.email,
        isActive: true,
        isAdmin: false,
        staffRole: null,
        imageUrl: null,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      })
    }
  })

  test('[API-24] a foreign account is answered like an absent one', async ({ shop }) => {
    const [user, other] = [await signedIn(shop), await signedIn(shop)]
    expectProblem(await shop.client().get(`/api/users/${user.id}`), 401, 'unauthenticated')
    const foreign = await user.get(`/api/users/${other.id}`)
    expectProblem(foreign, 404, 'not_found')
    expect((await user.get('/api/users/99999')).body).toEqual(foreign.body)
    for (const id of ['abc', '0', '-1', '1.5']) expectBadInput(await user.get(`/api/users/${id}`), ['id'])
  })
})
