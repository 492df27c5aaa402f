// For tests: the whole shop on a fresh database, on a port of its own, and a client that keeps cookies like a browser.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerWithHash } from '#backend/commands/account/register-user.ts'
import { changeAccount } from '#backend/commands/changes.ts'
import { loadConfig } from '#backend/config/config.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import type { StaffRole } from '#backend/domain/user/roles.limits.ts'
import { registration } from '#backend/domain/user/user.contract.ts'
import { hashPassword } from '#backend/identity/passwords.ts'
import type { JobData, JobName } from '#backend/jobs/queue.ts'
import { type StartContext, startShop } from '#backend/start-shop.ts'
import { type Client, clientOf } from '#scripts/testing/client.ts'
import { startedTest as databaseTest } from '#scripts/testing/database.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'
import { mailSinkUrl } from './mail-sink.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>

/** Credentials that the fake wallet and the shop agree on; the last part of the token is the seller. */
export const walletCredentials = {
  accessToken: 'TEST-1-000000-0000-445566',
  webhookSecret: 'a-webhook-secret-for-tests-0123456789',
  publicKey: 'TEST-public-key',
}

/** Nothing listens there: a test that signs in by Google opens a provider and gives its address. */
const absentProvider = { issuer: 'http://127.0.0.1:9', clientId: 'shop', clientSecret: 'secret' }

/** What admins of a test's shop know, unless its `env` says otherwise. */
export const superAdminKey = 'clave-de-los-roles'

/** What openShop's `env` needs beside a PUBLIC_URL that is not of this machine alone. */
export const publicEnv = {
  ALLOW_SANDBOX: '1',
  LOG_LEVEL: 'warn',
  METRICS_TOKEN: 'a-token-for-metrics',
  SUPER_ADMIN_KEY: 'a key of its own',
  DATA_KEY: createHash('sha256').update('data key').digest('base64'),
  SESSION_SECRET: createHash('sha256').update('sessions').digest('hex'),
}

/** Starts a shop without demo data. `now` moves its clock; `env` sets more of its environment. */
export async function openShop(
  databaseUrl: string,
  options: {
    now?: () => Date
    env?: Record<string, string | undefined>
    wallet?: Partial<StartContext['paymentWallet']>
    walletScriptUrl?: string
    smtpUrl?: string
    log?: StartContext['log']
    signIn?: StartContext['signIn']
    rateFactor?: number
    signal?: AbortSignal
  } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-shop-'))
  if (!options.wallet) allowErrors(/payment provider answered nothing/)
  const config = loadConfig({ ...(await shopEnv(dataDir)), ...options.env })
  const shop = await startShop(config, {
    databaseUrl,
    // Nothing listens on port 9: a test that pays opens a wallet and gives its address.
    paymentWallet: { ...walletCredentials, apiBaseUrl: 'http://127.0.0.1:9', ...options.wallet },
    smtpUrl: options.smtpUrl ?? (await mailSinkUrl()),
    signIn: options.signIn ?? absentProvider,
    // All tests of a file are one address.
    rateFactor: options.rateFactor ?? 1000,
    ...(options.walletScriptUrl && { walletScriptUrl: options.walletScriptUrl }),
    ...(options.now && { now: options.now }),
    ...(options.log && { log: options.log }),
    ...(options.signal && { signal: options.signal }),
  })
  const stop = async () => {
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  // The public address may be another machine's; the shop itself listens here.
  return { ...shop, config, databaseUrl, stop, client: () => clientOf(shop.url, `http://127.0.0.1:${config.port}`) }
}

/** The environment of a shop without demo data, on a free port. */
async function shopEnv(dataDir: string): Promise<Record<string, string>> {
  const dataKey = Buffer.alloc(32, 7).toString('base64')
  const port = String(await freePort())
  // A test's buyers are new accounts.
  const newcomers = { NEWCOMER_MAX_UNITS: '999', NEWCOMER_MAX_PRODUCTS: '999' }
  const secrets = { DATA_KEY: dataKey, SESSION_SECRET: 's'.repeat(40), SUPER_ADMIN_KEY: superAdminKey }
  return { DEMO: '0', DATA_DIR: dataDir, PORT: port, ...newcomers, ...secrets }
}

function forkShop(setup: { env: Record<string, string>; parts: StartContext }) {
  const stdio = ['ignore', 'inherit', 'pipe', 'ipc'] as const
  const child = fork(new URL('./shop.child.ts', import.meta.url), [JSON.stringify(setup)], { stdio: [...stdio] })
  // Through this process, which looks at error lines.
  child.stderr?.on('data', (chunk) => process.stderr.write(chunk))
  return child
}

/** Starts a shop as a process of its own on the database and the wallet of `beside`. */
export async function spawnShop(beside: Shop, walletUrl: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-shop-'))
  const parts: StartContext = {
    databaseUrl: beside.databaseUrl,
    paymentWallet: { ...walletCredentials, apiBaseUrl: walletUrl },
    smtpUrl: await mailSinkUrl(),
    signIn: absentProvider,
    rateFactor: 1000,
  }
  const child = forkShop({ env: await shopEnv(dataDir), parts })
  const ended = once(child, 'exit')
  const early = ended.then(([code]) => Promise.reject(new Error(`the shop ended with ${code}`)))
  const [url] = (await Promise.race([once(child, 'message'), early])) as [string]
  early.catch(() => undefined)
  const gone = async () => {
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    pid: child.pid,
    url,
    client: () => clientOf(url),
    /** Does this job; resolves with 'done' or 'failed' when it ends. */
    work: async <N extends JobName>(job: N, data: JobData[N]): Promise<string> =>
      child.send({ job, data }) ? (await once(child, 'message'))[0] : 'failed',
    /** From now on its clock goes wrong by so many milliseconds. */
    moveClock: (ahead: number) => void child.send({ ahead }),
    stop() {
      child.disconnect()
      return gone()
    },
    /** It ends as if its machine had. */
    kill() {
      child.kill('SIGKILL')
      return gone()
    },
  }
}

const person = registration.pick({ name: true, email: true })
const password = 'Clave-segura-1'
/** To hash a password takes longer than all else of a registration, so all accounts have one hash. */
let hash: Promise<string> | undefined
let people = 0

/** A client signed in as a new account; `admin` makes it one, `role` gives it that of the staff. */
export async function signedIn(
  shop: Pick<Shop, 'client' | 'core' | 'url'>,
  options: { admin?: boolean; role?: StaffRole; name?: string } = {},
): Promise<Client & { id: number; name: string; email: string; password: string }> {
  const { core } = shop
  const name = options.name ?? 'Persona de Prueba'
  const account = { name, email: `persona${++people}@gamertech.test`, password }
  hash ??= hashPassword(password)
  const registered = await registerWithHash(core, { ...person.parse(account), hash: await hash })
  const { userId } = registered
  const grant = options.role
    ? ({ type: 'GrantStaffRole', userId, role: options.role, from: null } as const)
    : ({ type: 'GrantAdmin', userId } as const)
  const hasRole = options.admin || options.role
  const context = { actor: 'operator', correlation: 'test' } as const
  const { position } = hasRole ? await changeAccount(core.store, context, grant) : registered
  const session = await core.sessions.start(registered)
  await core.positions.waitFor(['users'], position)
  const client = shop.client()
  const cookies = { sid: session.id, device: core.knownDevices.markFor(account.email), position: String(position) }
  const prefix = shop.url.startsWith('https:') ? '__Host-' : ''
  for (const [name, value] of Object.entries(cookies)) client.jar.set(`${prefix}${name}`, value)
  return { ...client, ...account, id: userId }
}

/** Makes a product as an admin and returns its id. */
export async function makeProduct(
  admin: Client,
  product: Partial<Record<'name' | 'category' | 'description' | 'imageUrl', string>> & {
    price?: number
    vatRate?: number
    stock?: number
    specs?: { name: string; value: string }[]
    pictures?: { url: string; alt: string }[]
    attributes?: Record<string, string | null>
    sku?: string
    guaranteeMonths?: number
    guaranteeBy?: string
  } = {},
): Promise<number> {
  const answer = await admin.post('/api/product/new', {
    name: 'Teclado Kyntra 60',
    category: 'Periféricos',
    description: 'Un teclado mecánico compacto.',
    imageUrl: '/img/products/teclado.webp',
    price: 10.5,
    stock: 5,
    ...product,
  })
  if (answer.status !== 201) throw new Error(`product answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.product.id as number
}

/** vitest's test with `shop`: one running shop for the tests of a file. */
export const test = databaseTest.extend('shop', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const shop = await openShop(databaseUrl)
  onCleanup(() => shop.stop())
  return shop
})
