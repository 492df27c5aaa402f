// For tests: a provider whose every word the test chooses, keys and tokens included.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

export const client = { clientId: 'shop-of-tests', clientSecret: 'a secret/with:signs' }

export type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
export type SigningKey = { kid: string; sign: Key; published: JWK }

/** An RSA key under a name. */
export async function rsaKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, sign: privateKey, published: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

export type Answer = { status?: number; body: unknown; headers?: Record<string, string> }
/** A call that came, its body parsed as a form. */
export type Call = { path: string; authorization: string | undefined; form: Record<string, string> }

/** Starts on a port of its own. `answers` is what each path says and may be changed at any time; `calls` is what was asked. */
export async function startProviderUnderTest() {
  const key = await rsaKey('first')
  const calls: Call[] = []
  const answers = new Map<string, Answer | (() => Promise<Answer>)>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    calls.push(await callOf(request))
    const found = answers.get(request.url ?? '') ?? { status: 404, body: {} }
    const { status = 200, body, headers = {} } = typeof found === 'function' ? await found() : found
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metadata = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  }
  answers.set('/.well-known/openid-configuration', { body: metadata })
  answers.set('/keys', { body: { keys: [key.published] } })
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return { url, settings: { issuer: url, ...client }, key, metadata, answers, calls, stop }
}
export type ProviderUnderTest = Awaited<ReturnType<typeof startProviderUnderTest>>

async function callOf(request: IncomingMessage): Promise<Call> {
  const form = Object.fromEntries(new URLSearchParams(await text(request)))
  return { path: request.url ?? '', authorization: request.headers.authorization, form }
}

/** The claims of a good token for this nonce; `changes` replaces some, undefined takes one away. */
export function goodClaims(
  issuer: string,
  nonce: string,
  changes: { [Claim in keyof JWTPayload]: unknown } = {},
): JWTPayload {
  const now = Math.floor(Date.now() / 1000)
  const person = { sub: '77', email: 'ana@gmail.test', email_verified: true, name: 'Ana Prueba' }
  const good = { iss: issuer, aud: client.clientId, azp: client.clientId, iat: now, exp: now + 300, nonce, ...person }
  return { ...good, ...changes } as JWTPayload
}

/** A token with these claims, signed by the key. */
export function mint(claims: JWTPayload, { kid, sign }: SigningKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(sign)
}
