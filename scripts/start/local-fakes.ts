import { createHmac } from 'node:crypto'
import type { Config } from '#backend/config/config.ts'
import { createPool } from '#backend/db/database.ts'
import { startMailbox } from '#backend/gateways/mailer/fake/mailbox.ts'
import { startFakeWallet } from '#backend/gateways/payment-wallet/fake/fake-wallet.ts'
import { ownOrigins } from '#backend/http/middleware/request-guards.ts'
import { returnPath } from '#backend/http/routes/google.routes.ts'
import type { StartContext } from '#backend/start-shop.ts'
import { checkPort } from './check-port.mjs'
import type { StopOrder } from './stop-order.ts'

/** Services for startShop, and the fakes' pages for people. */
export type Services = Pick<
  StartContext,
  'paymentWallet' | 'smtpUrl' | 'signIn' | 'walletScriptUrl' | 'takeDemoPayments'
> & {
  links: readonly (readonly [name: string, url: string])[]
}

interface ServicesContext {
  readonly databaseUrl: string
  readonly parts: StopOrder
}

/** Loopback only, since anybody who reaches the fakes can pay and read mail. */
const host = '127.0.0.1'
const sellerId = '1001'

/** The port next to the shop's, or any free one. */
async function portNear(port: number): Promise<number> {
  if (port > 65_535) return 0
  return await checkPort(host, port).then(
    () => port,
    () => 0,
  )
}

/** Stable across restarts, so that the fake's stored data stays valid; different for every shop. */
function fakeSecret(config: Config, purpose: string): string {
  return createHmac('sha256', config.secrets.session).update(purpose).digest('hex').slice(0, 32)
}

async function wallet(
  config: Config,
  { databaseUrl, parts }: ServicesContext,
): Promise<Omit<Services, 'smtpUrl' | 'signIn'>> {
  if (config.payment && config.secrets.payment) {
    return { paymentWallet: { ...config.secrets.payment, publicKey: config.payment.publicKey }, links: [] }
  }
  const accessToken = `TEST-1-010101-${fakeSecret(config, 'fake wallet token')}-${sellerId}`
  const webhookSecret = fakeSecret(config, 'fake wallet webhook')
  const port = await portNear(config.port + 1)
  const { url, adopt, stop } = await startFakeWallet({ port, host, accessToken, webhookSecret, sellerId, databaseUrl })
  parts.add('El monedero de prueba', stop)
  return {
    paymentWallet: { accessToken, webhookSecret, apiBaseUrl: url, publicKey: `TEST-${sellerId}` },
    walletScriptUrl: `${url}/js/wallet-button.js`,
    takeDemoPayments: adopt,
    links: [['Monedero de prueba', url]],
  }
}

/** Stores mails in the database and shows them on a page. */
async function mail(
  config: Config,
  { databaseUrl, parts }: ServicesContext,
): Promise<Pick<Services, 'smtpUrl' | 'links'>> {
  if (config.secrets.smtpUrl) return { smtpUrl: config.secrets.smtpUrl, links: [] }
  const pool = createPool(databaseUrl, { as: 'owner', max: 3, name: 'gamertech mailbox' })
  parts.add('Las conexiones del buzón', () => pool.end())
  const httpPort = await portNear(config.port + 2)
  const { smtpUrl, url, stop } = await startMailbox({ smtpPort: 0, httpPort, host, pool })
  parts.add('El buzón local', stop)
  return { smtpUrl, links: [['Buzón local', url]] }
}

async function signIn(config: Config, parts: StopOrder): Promise<Services['signIn']> {
  const { signInClientSecret } = config.secrets
  if (config.signIn && signInClientSecret) return { ...config.signIn, clientSecret: signInClientSecret }
  // Loaded on demand, since it is large.
  const { startFakeProvider } = await import('#backend/gateways/sign-in/fake/fake-provider.ts')
  const client = { clientId: 'gamertech', clientSecret: fakeSecret(config, 'fake sign-in') }
  const redirectUris = [...ownOrigins(config.publicUrl)].map((origin) => `${origin}${returnPath}`)
  const port = await portNear(config.port + 3)
  const { url, stop } = await startFakeProvider({ port, host, ...client, redirectUris })
  parts.add('El proveedor de cuentas de prueba', stop)
  return { issuer: url, ...client }
}

export async function startServices(config: Config, context: ServicesContext): Promise<Services> {
  const payment = await wallet(config, context)
  const { smtpUrl, links } = await mail(config, context)
  const provider = await signIn(config, context.parts)
  return { ...payment, smtpUrl, signIn: provider, links: [...payment.links, ...links] }
}
