// The port's one driver: authorization code flow with PKCE for any OpenID Connect provider, Google or the fake.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readIdToken } from './id-token.ts'
import { callProvider } from './provider-calls.ts'
import { metadataOf, type ProviderMetadata } from './provider-metadata.ts'
import { SignInError, type SignInProvider, type SignInRequest } from './sign-in-provider.ts'

export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const answers = z.object({ id_token: z.string() })

/** `now` (default: the machine's clock) decides whether tokens are fresh. */
export function openIdConnect(settings: OpenIdSettings, now = () => new Date()): SignInProvider {
  const { clientId } = settings
  const metadata = metadataOf(settings.issuer)
  return {
    async addressFor({ state, nonce, verifier, redirectUri }) {
      const url = new URL((await metadata()).authorizationEndpoint)
      const parameters = {
        response_type: 'code',
        scope: 'openid email profile',
        prompt: 'select_account',
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    async redeem(code, request) {
      const { issuer, keys, ...endpoint } = await metadata()
      const idToken = await idTokenFor(settings, endpoint, code, request)
      return await readIdToken(idToken, keys, { issuer, clientId, nonce: request.nonce, now: now() })
    },
    async verify(idToken, nonce) {
      const { issuer, keys } = await metadata()
      return await readIdToken(idToken, keys, { issuer, clientId, nonce, now: now() })
    },
  }
}

async function idTokenFor(
  { clientId, clientSecret }: OpenIdSettings,
  { tokenEndpoint, takesSecretInBody }: Pick<ProviderMetadata, 'tokenEndpoint' | 'takesSecretInBody'>,
  code: string,
  { verifier, redirectUri }: SignInRequest,
): Promise<string> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  const inHeader = Buffer.from([clientId, clientSecret].map(encodeURIComponent).join(':')).toString('base64')
  const response = await callProvider(tokenEndpoint, {
    method: 'POST',
    headers: { accept: 'application/json', ...(!takesSecretInBody && { authorization: `Basic ${inHeader}` }) },
    body: new URLSearchParams({
      ...form,
      ...(takesSecretInBody && { client_id: clientId, client_secret: clientSecret }),
    }),
  })
  const body: unknown = await response.json().catch(() => undefined)
  const read = answers.safeParse(body)
  if (response.ok && read.success) return read.data.id_token
  throw refusalOf(response.status, body)
}

/** RFC 6749, 5.2: a bad code is the caller's mistake, a bad client the operator's. */
function refusalOf(status: number, body: unknown): SignInError {
  const { error } = z
    .object({ error: z.string().max(60).catch('') })
    .catch({ error: '' })
    .parse(body)
  if (error === 'invalid_grant') return new SignInError('refused', 'the provider refused the code')
  if (status >= 400 && status < 500 && status !== 429)
    return new SignInError('misconfigured', `the provider refused the shop itself: ${status} ${error}`)
  return new SignInError('unavailable', `the provider's token endpoint answered ${status}`)
}
