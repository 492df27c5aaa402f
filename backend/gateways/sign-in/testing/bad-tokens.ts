// For tests: ID tokens that must never be believed, each wrong in one way.
import { createHmac } from 'node:crypto'
import { exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { goodClaims, type Key, mint, type ProviderUnderTest, rsaKey } from './provider-under-test.ts'

const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** By what is wrong with it. All but that is as in a good token for this nonce. */
export async function badTokens(provider: ProviderUnderTest, nonce: string): Promise<Record<string, string>> {
  return { ...(await badSignatures(provider, nonce)), ...(await badClaims(provider, nonce)), 'no token': 'nonsense' }
}

async function badSignatures(provider: ProviderUnderTest, nonce: string): Promise<Record<string, string>> {
  const { url, key } = provider
  const good = goodClaims(url, nonce)
  const signed = await mint(good, key)
  const [header = '', payload = '', signature = ''] = signed.split('.')
  const foreign = await rsaKey(key.kid)
  const elliptic = await generateKeyPair('ES256')
  const header256 = { alg: 'RS256', kid: key.kid }
  return {
    'no signature': `${header}.${payload}.`,
    'alg none': new UnsecuredJWT(good).encode(),
    'alg None': `${base64({ alg: 'None' })}.${payload}.`,
    'changed after signing': `${header}.${base64({ ...good, sub: '1' })}.${signature}`,
    ...(await confused(provider, good)),
    'a key that the provider does not have': await mint(good, foreign),
    'a key that it brings itself': await new SignJWT(good)
      .setProtectedHeader({ alg: 'RS256', jwk: foreign.published })
      .sign(foreign.sign),
    'another algorithm': await new SignJWT(good)
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .sign(elliptic.privateKey),
    'a critical header that nobody knows': await new SignJWT(good)
      .setProtectedHeader({ ...header256, crit: ['odd'], odd: true })
      .sign(key.sign, { crit: { odd: true } }),
  }
}

async function badClaims({ url, key }: ProviderUnderTest, nonce: string): Promise<Record<string, string>> {
  const now = Math.floor(Date.now() / 1000)
  const aud = goodClaims(url, nonce).aud as string
  const wrong: Record<string, Record<string, unknown>> = {
    'another issuer': { iss: 'https://accounts.google.com' },
    'the issuer with a slash more': { iss: `${url}/` },
    'no issuer': { iss: undefined },
    'another audience': { aud: 'another-shop', azp: undefined },
    'no audience': { aud: undefined },
    'issued to another client': { azp: 'another-shop' },
    'two audiences and nobody it was issued to': { aud: [aud, 'other'], azp: undefined },
    expired: { iat: now - 400, exp: now - 100 },
    'no expiry': { exp: undefined },
    'issued long ago': { iat: now - 7200, exp: now + 300 },
    'issued in the future': { iat: now + 600, exp: now + 900 },
    'not yet good': { nbf: now + 600 },
    'no time of issue': { iat: undefined },
    'another nonce': { nonce: 'x'.repeat(43) },
    'no nonce': { nonce: undefined },
    'no subject': { sub: undefined },
    'an empty subject': { sub: '' },
    'a subject that is a number': { sub: 77 },
    'too long': { padding: 'x'.repeat(20_000) },
  }
  const minted = Object.entries(wrong).map(async ([what, changes]) => [
    what,
    await mint(goodClaims(url, nonce, changes), key),
  ])
  return Object.fromEntries(await Promise.all(minted))
}

/** Signed with the provider's public key as if it were a shared secret, in the forms a library may hand it on. */
async function confused(
  { key }: ProviderUnderTest,
  claims: ReturnType<typeof goodClaims>,
): Promise<Record<string, string>> {
  const publicKey = (await importJWK({ ...key.published, ext: true }, 'RS256', { extractable: true })) as Key
  const secrets = {
    pem: await exportSPKI(publicKey),
    modulus: key.published.n ?? '',
    jwk: JSON.stringify(key.published),
  }
  const content = `${base64({ alg: 'HS256', kid: key.kid })}.${base64(claims)}`
  const signatures = Object.entries(secrets).map(([form, secret]) => [
    `HS256 with the public key (${form})`,
    `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`,
  ])
  return Object.fromEntries(signatures)
}
