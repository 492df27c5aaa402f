// An account with a password and somebody who comes by Google with the same e-mail: when they are one, and when they are not.
import { describe, expect } from 'vitest'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { setPassword } from '#backend/commands/account/password-reset.ts'
import { ban, expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { type GooglePerson, newPerson, passMinutes, signInBy, test } from '#backend/http/testing/google-fixture.ts'
import type { Shop } from '#backend/testing/shop-fixture.ts'

const link = '/api/auth/google/link'
const password = 'Clave-segura-1'

/** Somebody registers with the person's e-mail, which nobody verifies. */
async function registered(shop: Shop, { email, name }: GooglePerson, chosen = password) {
  const client = shop.client()
  const answer = await client.post('/api/users/new', { name: name.replace(/\d/g, 'x'), email, password: chosen })
  expect(answer.status).toBe(201)
  return { client, id: answer.body.user.id as number }
}

/** Sets a new password by the link that the mail of a reset would bring. */
async function resetPassword({ core }: Shop, userId: number, chosen: string): Promise<void> {
  const token = await core.passwordResets.issue(userId, 1)
  await setPassword(core, { token: token ?? '', password: chosen }, 'test')
}

describe('an account whose e-mail nobody verified', () => {
  test('[T31 partial] is linked once its password was given, and its other sessions are over', async ({
    shop,
    provider,
  }) => {
    const person = newPerson()
    const { client: older, id } = await registered(shop, person)
    const browser = shop.client()
    const asked = await signInBy(provider, browser, person)
    expectProblem(asked, 409, 'google_link_required')
    expect(asked.body.email).toBe(person.email)
    expect(browser.jar.has('sid')).toBe(false)
    expectProblem(await browser.post(link, { password: 'otra-clave-1' }), 401, 'wrong_credentials')

    const linked = await browser.post(link, { password })
    expect(linked).toMatchObject({ status: 200, body: { user: { id, email: person.email }, redirect: null } })
    expect((await browser.get('/api/session')).body.user.id).toBe(id)
    expect((await older.get('/api/session')).body.user).toBeNull()
    expectProblem(await browser.post(link, { password }), 401, 'google_refused')
    expect((await signInBy(provider, shop.client(), person)).body.user.id).toBe(id)
    expect((await older.post('/api/users/verifyuser', { email: person.email, password })).body.user.id).toBe(id)
  })

  test('[T31] made beforehand by an attacker, it is not the victim’s, and after a reset it is nobody else’s', async ({
    shop,
    provider,
  }) => {
    const victim = newPerson()
    const { client: attacker, id } = await registered(shop, victim, 'Clave-del-atacante-1')
    const browser = shop.client()
    const types = await typesAppended(shop, async () => {
      expectProblem(await signInBy(provider, browser, victim), 409, 'google_link_required')
    })
    expect(types).toEqual([])
    await resetPassword(shop, id, 'Clave-de-la-duena-1')
    const owner = shop.client()
    expect((await signInBy(provider, owner, victim)).body.user.id).toBe(id)
    expect((await attacker.get('/api/session')).body.user).toBeNull()
    const entry = { email: victim.email, password: 'Clave-del-atacante-1' }
    expectProblem(await attacker.post('/api/users/verifyuser', entry), 401, 'wrong_credentials')
    // The browser that was asked for the attacker's password gets nowhere with it.
    expectProblem(await browser.post(link, { password: 'Clave-del-atacante-1' }), 401, 'wrong_credentials')
  })

  test('its password cannot be guessed here any more than at the sign-in', async ({ shop, provider }) => {
    const person = newPerson()
    await registered(shop, person)
    const browser = shop.client()
    await signInBy(provider, browser, person)
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await browser.post(link, { password: `Clave-${n}-segura` })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    const answer = await shop.client().post('/api/users/verifyuser', { email: person.email, password })
    expect(answer.status).toBe(429)
  })

  test('the link waits in the browser that was vouched for, for ten minutes, and for no other account', async ({
    shop,
    provider,
  }) => {
    expectProblem(await shop.client().post(link, { password }), 401, 'google_refused')
    const person = newPerson()
    await registered(shop, person)
    const browser = shop.client()
    await signInBy(provider, browser, person)
    const sealed = browser.jar.get('google-link') ?? ''
    // What was sealed for one purpose opens nothing else.
    const swapped = { cookie: `google-attempt=${sealed}` }
    expectProblem(
      await shop.client().post('/api/auth/google/finish', { code: 'x', state: 'x' }, swapped),
      401,
      'google_refused',
    )
    const whole = { cookie: `google-link=${sealed}` }
    passMinutes(10)
    expectProblem(await shop.client().post(link, { password }, whole), 401, 'google_refused')
    passMinutes(-10)
    const torn = { cookie: `google-link=${sealed.slice(0, -3)}` }
    expectProblem(await shop.client().post(link, { password }, torn), 401, 'google_refused')
  })
})

test('an account that came by Google takes no second account of the provider with the same e-mail', async ({
  shop,
  provider,
}) => {
  const person = newPerson()
  await signInBy(provider, shop.client(), person)
  const another = newPerson({ email: person.email })
  expectProblem(await signInBy(provider, shop.client(), another), 409, 'google_taken')
  // The e-mail may change at the provider: who it is, it says itself.
  const renamed = { ...person, email: 'otro-correo@gmail.test' }
  expect((await signInBy(provider, shop.client(), renamed)).body.user.email).toBe(person.email)
})

test('nobody registers with a password and the e-mail of an account that came by Google', async ({
  shop,
  provider,
}) => {
  const person = newPerson()
  const { body } = await signInBy(provider, shop.client(), person)
  const entry = { name: 'Ana', email: person.email.toUpperCase(), password }
  expectProblem(await shop.client().post('/api/users/new', entry), 409, 'email_in_use')
  expectProblem(
    await shop.client().post('/api/users/verifyuser', { email: person.email, password }),
    401,
    'wrong_credentials',
  )
  await resetPassword(shop, body.user.id, password)
  expect((await shop.client().post('/api/users/verifyuser', { email: person.email, password })).status).toBe(200)
})

test('a suspended account with a password is not linked around its suspension', async ({ shop, provider }) => {
  const person = newPerson()
  const { id } = await registered(shop, person)
  await resetPassword(shop, id, password)
  await ban(shop, id)
  const types = await typesAppended(shop, async () => {
    expectProblem(await signInBy(provider, shop.client(), person), 403, 'user_banned')
  })
  expect(types).toEqual([])
})

test('an unverified e-mail makes and links nothing', async ({ shop, provider }) => {
  const person = newPerson({ email_verified: false })
  const { id } = await registered(shop, person)
  await resetPassword(shop, id, password)
  const types = await typesAppended(shop, async () => {
    for (const each of [
      person,
      newPerson({ email_verified: undefined }),
      newPerson({ email: undefined }),
      newPerson({ email: 'a b' }),
    ]) {
      const browser = shop.client()
      expectProblem(await signInBy(provider, browser, each), 403, 'email_unverified')
      expect(browser.jar.has('sid')).toBe(false)
    }
  })
  expect(types).toEqual([])
})

test('after an erasure the same Google account is a new one, and nothing of the old one is found', async ({
  shop,
  provider,
}) => {
  const person = newPerson()
  const { body } = await signInBy(provider, shop.client(), person)
  await erasePerson(shop.core, { actor: 'operator', correlation: 'test' }, body.user.id)
  const again = await signInBy(provider, shop.client(), person)
  expect(again.status).toBe(200)
  expect(again.body.user.id).not.toBe(body.user.id)
  expect(again.body.user).toMatchObject({ name: person.name, email: person.email })
})
