// For tests: ID tokens that must never be believed, each wrong in one way.
import { createHmac } from 'node:crypto'
import { exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { goodClaims, type Key, mint, type ProviderUnderTest, rsaKey } from './provider-under-test.ts'

const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** By what is wrong with it. All but that is as in a good token for this nonce. */
export async function badTokens(provider: ProviderUnderTest, nonce: string): Promise<Record<string, string>> {
  const { url, key } = provider
  const now = Math.floor(Date.now() / 1000)
  const good = goodClaims(url, nonce)
  const changed = (changes: Parameters<typeof goodClaims>[2]) => mint(goodClaims(url, nonce, changes), key)
  const signed = await mint(good, key)
  const [header = '', payload = '', signature = ''] = signed.split('.')
  const foreign = await rsaKey(key.kid)
  const elliptic = await generateKeyPair('ES256')
  return {
    'no signature': `${header}.${payload}.`,
    'alg none': new UnsecuredJWT(good).encode(),
    'alg None': `${base64({ alg: 'None' })}.${payload}.`,
    'changed after signing': `${header}.${base64({ ...good, sub: '1' })}.${signature}`,
    ...(await confused(provider, good)),
    'a key that the provider does not have': await mint(good, foreign),
    'a key that brings itself': await new SignJWT(good)
      .setProtectedHeader({ alg: 'RS256', jwk: foreign.published })
      .sign(foreign.sign),
    'another algorithm': await new SignJWT(good)
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .sign(elliptic.privateKey),
    'another issuer': await changed({ iss: 'https://accounts.google.com' }),
    'the issuer with a slash more': await changed({ iss: `${url}/` }),
    'no issuer': await changed({ iss: undefined }),
    'another audience': await changed({ aud: 'another-shop', azp: undefined }),
    'no audience': await changed({ aud: undefined }),
    'issued to another client': await changed({ azp: 'another-shop' }),
    'two audiences and nobody it was issued to': await changed({ aud: [good.aud as string, 'other'], azp: undefined }),
    expired: await changed({ iat: now - 400, exp: now - 100 }),
    'no expiry': await changed({ exp: undefined }),
    'issued long ago': await changed({ iat: now - 7200, exp: now + 300 }),
    'issued in the future': await changed({ iat: now + 600, exp: now + 900 }),
    'not yet good': await changed({ nbf: now + 600 }),
    'no time of issue': await changed({ iat: undefined }),
    'another nonce': await changed({ nonce: 'x'.repeat(43) }),
    'no nonce': await changed({ nonce: undefined }),
    'no subject': await changed({ sub: undefined }),
    'an empty subject': await changed({ sub: '' }),
    'a subject that is a number': await changed({ sub: 77 }),
    'a critical header that nobody knows': await new SignJWT(good)
      .setProtectedHeader({ alg: 'RS256', kid: key.kid, crit: ['odd'], odd: true })
      .sign(key.sign, { crit: { odd: true } }),
    'too long': await changed({ padding: 'x'.repeat(20_000) }),
    'no token': 'nonsense',
  }
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
