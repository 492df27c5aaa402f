// The fake provider, shown to shoppers as Cuenta de prueba: a real OpenID Connect server on its own port for
// development, tests and demos.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import {
  type Account,
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { MemoryAdapter } from './memory-adapter.ts'
import { accountPage, troublePage } from './pages.ts'
import { type TestAccount, testAccounts } from './test-accounts.ts'

export interface FakeProviderSettings {
  readonly port: number
  readonly host: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUris: readonly string[]
}

export interface FakeProvider {
  readonly url: string
  readonly accounts: TestAccount[]
  stop(): Promise<void>
}

/** Seconds. */
const lifetimes = {
  AccessToken: 600,
  AuthorizationCode: 60,
  Grant: 3600,
  IdToken: 600,
  Interaction: 3600,
  Session: 3600,
}

/** Loses its browser sessions and its signing key when it stops. */
export async function startFakeProvider(settings: FakeProviderSettings): Promise<FakeProvider> {
  const accounts = [...testAccounts]
  // Both need the server's port, so the first requests wait for them.
  const ready = Promise.withResolvers<(request: Request, env: HttpBindings) => Promise<Response>>()
  const oidc = Promise.withResolvers<ReturnType<Provider['callback']>>()
  const answer = getRequestListener(async (request, env) => (await ready.promise)(request, env as HttpBindings))
  const server = createServer((incoming, outgoing) => {
    if (/^\/(cuentas\/|pages\.css$)/.test(incoming.url ?? '')) return void answer(incoming, outgoing)
    oidc.promise.then((handle) => handle(incoming, outgoing)).catch(() => outgoing.destroy())
  })
  server.listen(settings.port, settings.host)
  await once(server, 'listening')
  const url = `http://${settings.host}:${(server.address() as AddressInfo).port}`
  const provider = new Provider(url, configurationOf(settings, accounts))
  oidc.resolve(provider.callback())
  const app = await pagesApp(provider, accounts)
  ready.resolve(async (request, env) => app.fetch(request, env))
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return { url, accounts, stop }
}

function configurationOf(settings: FakeProviderSettings, accounts: readonly TestAccount[]): Configuration {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [...settings.redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Like Google, puts the claims of the scopes into the ID token.
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('hex')] },
    jwks: { keys: [newKey()] },
    pkce: { required: () => true },
    ttl: lifetimes,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/cuentas/${uid}` },
    findAccount: (_, subject) => vouchFor(accounts.find((each) => each.subject === subject)),
    loadExistingGrant: grantEverything,
    renderError: async (ctx) => {
      ctx.type = 'html'
      ctx.body = String(
        await troublePage('No se puede ingresar', 'El pedido no es válido. Volvé a la tienda y probá de nuevo.'),
      )
    },
  }
}

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', alg: 'RS256', use: 'sig', kid: 'fake-1' } as JWK
}

function vouchFor(account: TestAccount | undefined): Account | undefined {
  if (!account) return undefined
  const { subject: sub, name, email, isEmailVerified } = account
  return { accountId: sub, claims: () => ({ sub, name, email, email_verified: isEmailVerified }) }
}

/** Skips the consent page. */
async function grantEverything(ctx: KoaContextWithOIDC) {
  const { provider, session, client } = ctx.oidc
  if (!session?.accountId || !client) return undefined
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

async function pagesApp(provider: Provider, accounts: readonly TestAccount[]) {
  const style = await readFile(join(import.meta.dirname, 'pages.css'), 'utf8')
  // form-action stays open: after the choice, the browser goes to the shop's address.
  const contentSecurityPolicy = {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  }
  return new Hono<{ Bindings: HttpBindings }>()
    .use(secureHeaders({ contentSecurityPolicy }))
    .get('/pages.css', (c) => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
    .get('/cuentas/:uid', async (c) => {
      await provider.interactionDetails(c.env.incoming, c.env.outgoing)
      return c.html(accountPage(accounts, c.req.path))
    })
    .post('/cuentas/:uid', async (c) => {
      const chosen = new URLSearchParams(await c.req.text()).get('account')
      const account = accounts.find(({ subject }) => subject === chosen)
      const result = account
        ? { login: { accountId: account.subject }, select_account: {} }
        : { error: 'access_denied', error_description: 'the person went back' }
      return c.redirect(await provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303)
    })
    .onError((error, c) => {
      if (!(error instanceof errors.OIDCProviderError)) console.error('fake provider:', error)
      return c.html(troublePage('Este ingreso venció', 'Volvé a la tienda y probá de nuevo.'), 400)
    })
}
