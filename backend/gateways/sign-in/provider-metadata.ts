import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { callProvider } from './provider-calls.ts'
import { SignInError } from './sign-in-provider.ts'

const keptMs = 3_600_000
/** Minimum time between key downloads after an unknown key. */
const keyCooldownMs = 30_000
const keysKeptMs = 600_000

export interface ProviderMetadata {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  /** Sends the client's secret in the body; the standard default is the header. */
  readonly takesSecretInBody: boolean
  readonly keys: JWTVerifyGetKey
}

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default([]),
})

/** Returns a function that caches the provider's metadata and refreshes it when old. Throws SignInError. */
export function metadataOf(issuer: string): () => Promise<ProviderMetadata> {
  let kept: { metadata: Promise<ProviderMetadata>; until: number } | undefined
  return () => {
    if (kept && kept.until > performance.now()) return kept.metadata
    const asked = { metadata: discover(issuer), until: performance.now() + keptMs }
    kept = asked
    asked.metadata.catch(() => {
      if (kept === asked) kept = undefined
    })
    return asked.metadata
  }
}

async function discover(issuer: string): Promise<ProviderMetadata> {
  const bare = (address: string) => address.replace(/\/$/, '')
  const response = await callProvider(`${bare(issuer)}/.well-known/openid-configuration`)
  if (!response.ok) throw new SignInError('unavailable', `the provider's discovery answered ${response.status}`)
  const read = discovery.safeParse(await response.json().catch(() => undefined))
  if (!read.success) throw new SignInError('misconfigured', "the provider's discovery cannot be understood")
  const { issuer: named, ...metadata } = read.data
  if (bare(named) !== bare(issuer)) throw new SignInError('misconfigured', 'the discovery is that of another issuer')
  const isLocal = issuer.startsWith('http:')
  for (const endpoint of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]) {
    if (!URL.canParse(endpoint) || !(isLocal ? /^https?:/ : /^https:/).test(endpoint))
      throw new SignInError('misconfigured', 'an address in the discovery is not https')
  }
  return {
    issuer: named,
    authorizationEndpoint: metadata.authorization_endpoint,
    tokenEndpoint: metadata.token_endpoint,
    takesSecretInBody: metadata.token_endpoint_auth_methods_supported.includes('client_secret_post'),
    keys: createRemoteJWKSet(new URL(metadata.jwks_uri), {
      cooldownDuration: keyCooldownMs,
      cacheMaxAge: keysKeptMs,
      [customFetch]: (url, { headers, signal }) => callProvider(url, { headers, signal }),
    }),
  }
}
