// Signing in by Google over HTTP: what the shop believes, whose attempt it is, and what is left of it.
import { describe, expect } from 'vitest'
import { badTokens } from '#backend/gateways/sign-in/testing/bad-tokens.ts'
import { goodClaims, mint } from '#backend/gateways/sign-in/testing/provider-under-test.ts'
import {
  ban,
  eventsAfter,
  expectBadInput,
  expectProblem,
  expectShopGoesOn,
  typesAppended,
} from '#backend/http/testing/api-fixture.ts'
import { begin, hand, newPerson, passMinutes, signInBy, test } from '#backend/http/testing/google-fixture.ts'
import { signedIn } from '#backend/testing/shop-fixture.ts'

const finish = '/api/auth/google/finish'

test('[EVT-01] a registration and a first sign-in by Google make one UserRegistered each, and no event holds the password', async ({
  shop,
  provider,
}) => {
  const before = await shop.core.store.head()
  const entry = { name: 'Ana', email: 'por-correo@gamertech.test', password: 'Clave-segura-1' }
  expect((await shop.client().post('/api/users/new', entry)).status).toBe(201)
  const person = newPerson({ email: 'Por.Google@Gmail.test' })
  const browser = shop.client()
  const first = await signInBy(provider, browser, person)
  expect(first).toMatchObject({ status: 200, body: { redirect: null, marcaTiempoLogin: expect.stringMatching(/Z$/) } })
  expect(first.body.user).toMatchObject({
    name: person.name,
    email: 'por.google@gmail.test',
    isActive: true,
    isAdmin: false,
  })
  expect((await browser.get('/api/session')).body.user.id).toBe(first.body.user.id)
  expect((await signInBy(provider, shop.client(), person)).body.user.id).toBe(first.body.user.id)

  const events = await eventsAfter(shop, before)
  expect(events.map(({ type }) => type)).toEqual(['UserRegistered', 'UserRegistered', 'GoogleLinked'])
  expect(JSON.stringify(events)).not.toMatch(/Clave|gmail|Persona|"sub-/)
  expect(events[2]?.data).toMatchObject({ userId: first.body.user.id, issuer: provider.url, subject: { $sealed: /./ } })
})

test('[ACC-17 partial] many first sign-ins of one person at once make one account', async ({ shop, provider }) => {
  const person = newPerson()
  const browsers = Array.from({ length: 8 }, () => shop.client())
  const begun = await Promise.all(browsers.map(async (browser) => ({ browser, ...(await begin(browser)) })))
  const types = await typesAppended(shop, async () => {
    const tokens = new Map<string, string>()
    for (const { state, nonce } of begun)
      tokens.set(state, await mint(goodClaims(provider.url, nonce, person), provider.key))
    const answers = await Promise.all(
      begun.map(({ browser, state }) =>
        browser.post('/api/users/loginwithgoogle', {
          uid: person.sub,
          data: { email: person.email },
          credential: tokens.get(state),
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
  })
  expect(types).toEqual(['UserRegistered', 'GoogleLinked'])
})

describe('whose attempt it is', () => {
  test('[T32 partial] the cookie is out of scripts’ reach and for ten minutes, and holds nothing that can be read', async ({
    shop,
  }) => {
    const browser = shop.client()
    const answer = await browser.post('/api/auth/google/start', { redirect: '/perfil' })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^google-attempt=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    const { searchParams } = new URL(answer.body.url)
    expect(searchParams.get('redirect_uri')).toBe(`${shop.config.publicUrl}/login/google`)
    const parts = decodeURIComponent(cookie)
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    for (const known of [searchParams.get('state') ?? '?', answer.body.nonce, 'perfil', 'verifier'])
      expect(parts.join(' ')).not.toContain(known)
  })

  test('[T32] an answer of the provider is taken from the browser that asked for it, once, and for ten minutes', async ({
    shop,
    provider,
  }) => {
    const attacker = shop.client()
    const stolen = await begin(attacker)
    await hand(provider, stolen.nonce, newPerson())
    const answer = { code: 'a code', state: stolen.state }
    const victim = shop.client()
    const types = await typesAppended(shop, async () => {
      expectProblem(await victim.post(finish, answer), 401, 'google_refused')
      await begin(victim)
      expectProblem(await victim.post(finish, answer), 401, 'google_refused')
      expectProblem(await victim.post(finish, { ...answer, state: '' }), 400, 'validation')
      for (const odd of ['x', 'a.b.c.d.e', attacker.jar.get('google-attempt')?.slice(0, -2) ?? ''])
        expectProblem(
          await shop.client().post(finish, answer, { cookie: `google-attempt=${odd}` }),
          401,
          'google_refused',
        )
    })
    expect(types).toEqual([])
    expect(victim.jar.has('sid')).toBe(false)

    const cookie = { cookie: `google-attempt=${attacker.jar.get('google-attempt')}` }
    expect((await attacker.post(finish, answer)).status).toBe(200)
    expect(attacker.jar.has('google-attempt')).toBe(false)
    // The provider would have refused the code; here it gives the same token again.
    expectProblem(await shop.client().post(finish, answer, cookie), 401, 'google_refused')

    const slow = shop.client()
    const { state, nonce } = await begin(slow)
    await hand(provider, nonce, newPerson())
    passMinutes(10)
    expectProblem(await slow.post(finish, { code: 'a code', state }), 401, 'google_refused')
    passMinutes(-10)
  })

  test('[ACC-19] no session comes of a wrong or repeated state, nor of an ID token that is wrong in anything', async ({
    shop,
    provider,
  }) => {
    const browser = shop.client()
    const { state, nonce } = await begin(browser)
    const cookie = { cookie: `google-attempt=${browser.jar.get('google-attempt')}` }
    const back = (said: string) => shop.client().post(finish, { code: 'a code', state: said }, cookie)
    const refused = async (said: string, what: string) => {
      const answer = await back(said)
      expect([what, answer.body.code]).toEqual([what, 'google_refused'])
      expect(answer.headers.getSetCookie().join()).not.toContain('sid=')
    }
    for (const [what, token] of Object.entries(await badTokens(provider, nonce))) {
      provider.answers.set('/token', { body: { id_token: token } })
      await refused(state, what)
    }
    await hand(provider, nonce, newPerson())
    for (const wrong of [state.slice(1), `${state}x`, state.toLowerCase(), nonce]) await refused(wrong, 'a wrong state')
    expect((await back(state)).headers.getSetCookie().join()).toContain('sid=')
    await refused(state, 'a repeated state')
  })

  test('[T32 partial] it leads back to pages of the shop alone', async ({ shop, provider }) => {
    const foreign = [
      '//evil.test',
      '/\\evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      '/..//evil.test',
      '',
      'x',
      '/login',
    ]
    for (const redirect of foreign)
      expectBadInput(await shop.client().post('/api/auth/google/start', { redirect }), ['redirect'])
    const browser = shop.client()
    const { state, nonce } = await begin(browser, '/order/3?from=mail')
    await hand(provider, nonce, newPerson())
    expect((await browser.post(finish, { code: 'a code', state })).body.redirect).toBe('/order/3?from=mail')
  })
})

test('who went back is told so, only in the browser that asked, with the page that was to follow', async ({ shop }) => {
  const browser = shop.client()
  const { state } = await begin(browser, '/order/3')
  expectProblem(await shop.client().post(finish, { code: null, state }), 401, 'google_refused')
  const [cancelled, again] = [
    await browser.post(finish, { code: null, state }),
    await browser.post(finish, { code: null, state }),
  ]
  expectProblem(cancelled, 409, 'google_cancelled')
  expect(cancelled.body.redirect).toBe('/order/3')
  expectProblem(again, 401, 'google_refused')
  expect(again.body).not.toHaveProperty('redirect')
})

describe('the credential of the specification’s client', () => {
  const path = '/api/users/loginwithgoogle'

  test('[API-29] a signed credential that agrees with uid and data signs in', async ({ shop, provider }) => {
    const browser = shop.client()
    const { nonce } = await begin(browser)
    const person = newPerson()
    const credential = await mint(goodClaims(provider.url, nonce, person), provider.key)
    const { sub, email, name } = person
    const data = { email: email.toUpperCase(), name, displayName: name }
    const answer = await browser.post(path, { uid: sub, data, credential })
    expect(answer).toMatchObject({ status: 200, body: { user: { email, name }, msg: expect.any(String) } })
    expect(Math.abs(Date.parse(answer.body.marcaTiempoLogin) - Date.now())).toBeLessThan(60_000)
    expect(answer.headers.getSetCookie().join('\n')).toMatch(/(^|\n)sid=[\w-]{43};.*HttpOnly/)
    expect((await browser.get('/api/session')).body.user.email).toBe(email)
  })

  test('[API-30] [T30] none that is missing, forged, of another sign-in or unverified does, nor one that disagrees with what comes beside it', async ({
    shop,
    provider,
  }) => {
    const person = newPerson()
    const echo = { uid: person.sub, data: { email: person.email, name: person.name } }
    const owner = shop.client()
    const { nonce } = await begin(owner)
    const cookie = `google-attempt=${owner.jar.get('google-attempt')}`
    const post = (credential: string | undefined, entry: object = echo) =>
      shop.client().post(path, { ...entry, ...(credential !== undefined && { credential }) }, { cookie })
    const tried = async (...call: Parameters<typeof post>) => {
      const answer = await post(...call)
      expect(answer.headers.getSetCookie().join()).not.toContain('sid=')
      return answer
    }
    const good = (changes: Record<string, unknown> = {}, of = nonce) =>
      mint(goodClaims(provider.url, of, { ...person, ...changes }), provider.key)
    const types = await typesAppended(shop, async () => {
      expectProblem(await tried(undefined), 401, 'google_refused')
      for (const [what, token] of Object.entries(await badTokens(provider, nonce)))
        if (what !== 'too long') expect([what, (await tried(token)).body.code]).toEqual([what, 'google_refused'])
      expectBadInput(await tried('x'.repeat(20_000)), ['credential'])
      const others = [
        { ...echo, uid: 'another' },
        { ...echo, data: { ...echo.data, email: 'another@gmail.test' } },
        { ...echo, data: { ...echo.data, name: 'Otra' } },
      ]
      for (const other of others) expectProblem(await tried(await good(), other), 401, 'google_refused')
      const unverified = await good({ email_verified: false })
      const refused = await tried(unverified)
      expectProblem(refused, 403, 'email_unverified')
      expect(refused.body.detail).toContain('Usuario no validado')
      expectBadInput(await shop.client().post(path, {}), ['uid', 'data'])
      const another = await begin(shop.client())
      expectProblem(await tried(await good({}, another.nonce)), 401, 'google_refused')
      expectProblem(await shop.client().post(path, { ...echo, credential: await good() }), 401, 'google_refused')
    })
    expect(types).toEqual([])
  })

  test('[T30 partial] the same credential is good once, also with the cookie put back', async ({ shop, provider }) => {
    const browser = shop.client()
    const { nonce } = await begin(browser)
    const person = newPerson()
    const credential = await mint(goodClaims(provider.url, nonce, person), provider.key)
    const entry = { uid: person.sub, data: { email: person.email }, credential }
    const cookie = `google-attempt=${browser.jar.get('google-attempt')}`
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.client().post(path, entry, { cookie })))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401, 401, 401, 401])
  })
})

test('[ACC-29 partial] a suspended account gets 403 user_banned and no session', async ({ shop, provider }) => {
  const person = newPerson()
  const { body } = await signInBy(provider, shop.client(), person)
  await ban(shop, body.user.id)
  const browser = shop.client()
  expectProblem(await signInBy(provider, browser, person), 403, 'user_banned')
  expect(browser.jar.has('sid')).toBe(false)
})

test('[F14 partial] while the provider is away only signing in by it fails, and says so', async ({
  shop,
  provider,
}) => {
  const [browser, member] = [shop.client(), await signedIn(shop)]
  const { state } = await begin(browser)
  provider.answers.set('/token', { status: 503, body: {} })
  expectProblem(await browser.post(finish, { code: 'a code', state }), 503, 'sign_in_unavailable')
  await expectShopGoesOn(shop, member)
})
