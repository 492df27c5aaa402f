// The fake provider, shown to shoppers as Cuenta de prueba: a real OpenID Connect server on its own port for
// development, tests and demos.
/// <reference types="./memory-adapter.d.ts" />
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import {
  type Account,
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { type FakeAddress, type FakeApp, pageHeaders, serveFake } from '#backend/gateways/fake/server.ts'
import { accountPage, troublePage } from './pages.ts'
import { type TestAccount, testAccounts } from './test-accounts.ts'

export interface FakeProviderSettings extends FakeAddress {
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
  const { url, stop } = await serveFake(settings, (app, address) => {
    const provider = new Provider(address, configurationOf(settings, accounts))
    addPages(app, provider, accounts)
    const answer = provider.callback()
    app.all('*', async (c) => {
      await answer(c.env.incoming, c.env.outgoing)
      return RESPONSE_ALREADY_SENT
    })
  })
  return { url, accounts, stop }
}

function configurationOf(settings: FakeProviderSettings, accounts: readonly TestAccount[]): Configuration {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return {
    adapter: createMemoryAdapter(),
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

async function grantEverything(ctx: KoaContextWithOIDC) {
  const { provider, session, client } = ctx.oidc
  if (!session?.accountId || !client) return undefined
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

function addPages(app: FakeApp, provider: Provider, accounts: readonly TestAccount[]): void {
  app
    .use('/cuentas/*', pageHeaders())
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
