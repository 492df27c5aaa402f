// The driver against a provider that says whatever a test wants: what it asks, what it believes, and how it fails.
import { createHash } from 'node:crypto'
import { afterEach, test as base, describe, expect, vi } from 'vitest'
import { openIdConnect } from './openid-connect.ts'
import type { SignInError, SignInRequest } from './sign-in-provider.ts'
import { badTokens } from './testing/bad-tokens.ts'
import { client, goodClaims, mint, rsaKey, startProviderUnderTest } from './testing/provider-under-test.ts'

const test = base.extend('provider', async ({}, { onCleanup }) => {
  const provider = await startProviderUnderTest()
  onCleanup(() => provider.stop())
  return provider
})

afterEach(() => void vi.useRealTimers())

const nonce = 'n'.repeat(43)
const request: SignInRequest = {
  state: 's'.repeat(43),
  nonce,
  verifier: 'v'.repeat(43),
  redirectUri: 'http://shop/back',
}
const discovery = '/.well-known/openid-configuration'

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => expect.fail('it was believed'),
    (thrown: unknown) => thrown as SignInError,
  )
  expect(error.name).toBe('SignInError')
  return error.kind
}

test('the page it leads to is told who asks, for what, and the hash of the verifier', async ({ provider }) => {
  const url = new URL(await openIdConnect(provider.settings).addressFor(request))
  expect(url.origin + url.pathname).toBe(`${provider.url}/authorize`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    scope: 'openid email profile',
    prompt: 'select_account',
    client_id: client.clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    nonce,
    code_challenge: createHash('sha256').update(request.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
})

test('a code is redeemed with verifier and secret, in the way that the provider takes it', async ({ provider }) => {
  const person = {
    issuer: provider.url,
    subject: '77',
    email: 'ana@gmail.test',
    isEmailVerified: true,
    name: 'Ana Prueba',
  }
  provider.answers.set('/token', { body: { id_token: await mint(goodClaims(provider.url, nonce), provider.key) } })
  expect(await openIdConnect(provider.settings).redeem('a code', request)).toEqual(person)
  const form = {
    grant_type: 'authorization_code',
    code: 'a code',
    redirect_uri: request.redirectUri,
    code_verifier: request.verifier,
  }
  const inBody = { ...form, client_id: client.clientId, client_secret: client.clientSecret }
  expect(provider.calls).toContainEqual({ path: '/token', authorization: undefined, form: inBody })

  const { token_endpoint_auth_methods_supported: _, ...bare } = provider.metadata
  provider.answers.set(discovery, { body: bare })
  expect(await openIdConnect(provider.settings).redeem('a code', request)).toEqual(person)
  const authorization = `Basic ${Buffer.from('shop-of-tests:a%20secret%2Fwith%3Asigns').toString('base64')}`
  expect(provider.calls).toContainEqual({ path: '/token', authorization, form })
})

describe('tokens', () => {
  test('[T30 partial] none that is forged, confused, expired, of another shop or of another sign-in is believed', async ({
    provider,
  }) => {
    const driver = openIdConnect(provider.settings)
    const bad = await badTokens(provider, nonce)
    expect(Object.keys(bad).length).toBeGreaterThan(25)
    for (const [what, token] of Object.entries(bad)) {
      expect([what, await failureOf(driver.verify(token, nonce))]).toEqual([what, 'refused'])
      provider.answers.set('/token', { body: { id_token: token } })
      expect([what, await failureOf(driver.redeem('a code', request))]).toEqual([what, 'refused'])
    }
    expect(await driver.verify(await mint(goodClaims(provider.url, nonce), provider.key), nonce)).toMatchObject({
      subject: '77',
    })
    expect(await failureOf(driver.verify(await mint(goodClaims(provider.url, ''), provider.key), ''))).toBe('refused')
  })

  test('an e-mail counts as verified only if the provider says true, and only if there is one', async ({
    provider,
  }) => {
    const driver = openIdConnect(provider.settings)
    const read = async (changes: Record<string, unknown>) =>
      (await driver.verify(await mint(goodClaims(provider.url, nonce, changes), provider.key), nonce)).isEmailVerified
    expect(await read({})).toBe(true)
    for (const email_verified of [false, 'true', 1, null, undefined]) expect(await read({ email_verified })).toBe(false)
    for (const email of [undefined, '', 7, `${'a'.repeat(260)}@b`]) expect(await read({ email })).toBe(false)
    expect(await read({ name: undefined })).toBe(true)
  })

  test('a new key of the provider is learnt when it signs, and unknown ones do not make the shop ask without end', async ({
    provider,
  }) => {
    const driver = openIdConnect(provider.settings)
    const asked = () => provider.calls.filter(({ path }) => path === '/keys').length
    const token = async (key: typeof provider.key) => mint(goodClaims(provider.url, nonce), key)
    await driver.verify(await token(provider.key), nonce)
    const stranger = await rsaKey('unknown')
    for (let n = 0; n < 20; n++) expect(await failureOf(driver.verify(await token(stranger), nonce))).toBe('refused')
    expect(asked()).toBe(1)

    const next = await rsaKey('second')
    provider.answers.set('/keys', { body: { keys: [provider.key.published, next.published] } })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect(await driver.verify(await token(next), nonce)).toMatchObject({ subject: '77' })
    expect(asked()).toBe(2)
  })
})

test('[F16 partial] a token is as fresh as the shop’s clock says, however wrong the clock of the process is', async ({
  provider,
}) => {
  const right = Date.now()
  const driver = openIdConnect(provider.settings, () => new Date(right))
  const token = await mint(goodClaims(provider.url, nonce), provider.key)
  for (const ahead of [3_600_000, -3_600_000]) {
    vi.useFakeTimers({ toFake: ['Date'], now: right + ahead })
    expect(await driver.verify(token, nonce)).toMatchObject({ subject: '77' })
    const stale = await mint(goodClaims(provider.url, nonce), provider.key)
    expect(await failureOf(driver.verify(stale, nonce))).toBe('refused')
  }
})

describe('a provider in trouble', () => {
  const trouble = {
    'an error': { status: 500, body: {} },
    'a redirect': { status: 302, body: {}, headers: { location: 'http://127.0.0.1:9/' } },
    'no JSON': { body: '<html>' },
    'too much': { body: { keys: [], padding: 'x'.repeat(100_000) } },
  }

  test.for(Object.entries(trouble))(
    '%s is said as unavailable or misconfigured, never as a refusal',
    async ([, answer], { provider }) => {
      const token = await mint(goodClaims(provider.url, nonce), provider.key)
      const paths = [discovery, '/keys', '/token']
      for (const path of paths) {
        const whole = new Map(provider.answers)
        provider.answers.set('/token', { body: { id_token: token } })
        provider.answers.set(path, answer)
        expect([path, await failureOf(openIdConnect(provider.settings).redeem('a code', request))]).toEqual([
          path,
          expect.stringMatching(/^(unavailable|misconfigured)$/),
        ])
        provider.answers.clear()
        for (const [kept, value] of whole) provider.answers.set(kept, value)
      }
    },
  )

  test('one that is away is asked again at the next sign-in', async ({ provider }) => {
    const driver = openIdConnect(provider.settings)
    provider.answers.set(discovery, { status: 503, body: {} })
    expect(await failureOf(driver.addressFor(request))).toBe('unavailable')
    provider.answers.set(discovery, { body: provider.metadata })
    expect(await driver.addressFor(request)).toContain('/authorize')
    await driver.addressFor(request)
    expect(provider.calls.filter(({ path }) => path === discovery).length).toBe(2)
    await provider.stop()
    expect(await failureOf(driver.redeem('a code', request))).toBe('unavailable')
    expect(await failureOf(openIdConnect(provider.settings).addressFor(request))).toBe('unavailable')
  })

  test("a discovery of another issuer, or that leads to an address that is not the web's, is not followed", async ({
    provider,
  }) => {
    const wrong = [
      { issuer: 'https://accounts.google.com' },
      { token_endpoint: 'file:///etc/passwd' },
      { jwks_uri: 'javascript:1' },
      { authorization_endpoint: '/authorize' },
      { issuer: undefined },
    ]
    for (const change of wrong) {
      provider.answers.set(discovery, { body: { ...provider.metadata, ...change } })
      expect(await failureOf(openIdConnect(provider.settings).addressFor(request))).toBe('misconfigured')
    }
  })

  test('a refused code is the caller’s, a refused client the operator’s', async ({ provider }) => {
    const driver = openIdConnect(provider.settings)
    const answered = async (status: number, body: unknown) => {
      provider.answers.set('/token', { status, body })
      return await failureOf(driver.redeem('a code', request))
    }
    expect(await answered(400, { error: 'invalid_grant' })).toBe('refused')
    expect(await answered(401, { error: 'invalid_client' })).toBe('misconfigured')
    expect(await answered(400, { error: 'redirect_uri_mismatch' })).toBe('misconfigured')
    expect(await answered(429, {})).toBe('unavailable')
    expect(await answered(200, { access_token: 'x' })).toBe('unavailable')
  })
})
