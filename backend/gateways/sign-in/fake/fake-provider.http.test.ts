// The fake provider: what the adapter gets from it, and what it refuses, as a real one would.
import { test as base, expect } from 'vitest'
import { openIdConnect } from '#backend/gateways/sign-in/openid-connect.ts'
import type { SignInRequest } from '#backend/gateways/sign-in/sign-in-provider.ts'
import { startFakeProvider } from './fake-provider.ts'

const redirectUri = 'http://localhost:3000/login/google'
const client = { clientId: 'shop', clientSecret: 'a secret of the tests' }
const request: SignInRequest = { state: 'a state', nonce: 'a nonce', verifier: 'v'.repeat(43), redirectUri }

const test = base.extend('provider', { scope: 'file' }, async ({}, { onCleanup }) => {
  const provider = await startFakeProvider({ port: 0, host: '127.0.0.1', ...client, redirectUris: [redirectUri] })
  onCleanup(() => provider.stop())
  return provider
})

/** A browser: follows redirects within the provider with its cookies, and returns where it ends. */
function browser() {
  const jar = new Map<string, string>()
  return async function open(
    url: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; status: number; text: string }> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      headers: { cookie },
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const next = response.headers.get('location')
    if (next?.startsWith(redirectUri)) return { url: next, status: response.status, text: '' }
    return next ? await open(new URL(next, url).href) : { url, status: response.status, text: await response.text() }
  }
}

/** Goes to the provider for this request, and chooses the account; returns what it adds to the shop's address. */
async function choose(provider: { url: string }, account: string, asked = request): Promise<URLSearchParams> {
  const open = browser()
  const page = await open(await openIdConnect({ issuer: provider.url, ...client }).addressFor(asked))
  expect(page.text).toContain('Cuenta de prueba')
  return new URL((await open(page.url, { account })).url).searchParams
}

test('it shows its accounts, vouches for the chosen one, and takes a code once and only with its verifier', async ({
  provider,
}) => {
  const driver = openIdConnect({ issuer: provider.url, ...client })
  const [sofia, , nico] = provider.accounts
  for (const account of [sofia, nico]) {
    const back = await choose(provider, account?.subject ?? '')
    expect(back.get('state')).toBe(request.state)
    const code = back.get('code') ?? ''
    expect(await driver.redeem(code, request)).toEqual({ issuer: provider.url, ...account })
    await expect(driver.redeem(code, request)).rejects.toMatchObject({ kind: 'refused' })
  }
  const code = (await choose(provider, sofia?.subject ?? '')).get('code') ?? ''
  await expect(driver.redeem(code, { ...request, verifier: 'w'.repeat(43) })).rejects.toMatchObject({ kind: 'refused' })
  const other = (await choose(provider, sofia?.subject ?? '')).get('code') ?? ''
  await expect(driver.redeem(other, { ...request, nonce: 'another' })).rejects.toMatchObject({ kind: 'refused' })
  const stranger = openIdConnect({ issuer: provider.url, ...client, clientSecret: 'wrong' })
  await expect(stranger.redeem(other, request)).rejects.toMatchObject({ kind: 'misconfigured' })
})

test('who goes back is sent to the shop with the reason, and no code', async ({ provider }) => {
  const back = await choose(provider, '')
  expect(back.get('error')).toBe('access_denied')
  expect(back.get('state')).toBe(request.state)
  expect(back.has('code')).toBe(false)
})

test('it sends nobody to an address that it does not know, and says so in Spanish', async ({ provider }) => {
  const asked = { ...request, redirectUri: 'https://evil.test/login/google' }
  const page = await browser()(await openIdConnect({ issuer: provider.url, ...client }).addressFor(asked))
  expect(page.status).toBe(400)
  expect(page.text).toContain('No se puede ingresar')
  const late = await browser()(`${provider.url}/cuentas/nobody-asked`)
  expect(late.status).toBe(400)
  expect(late.text).toContain('Este ingreso venció')
})
