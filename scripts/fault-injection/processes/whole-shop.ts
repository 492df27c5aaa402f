// A whole shop in a process of its own, with pages, for drills and benchmarks.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import type { ShopAddress } from '#scripts/load/person.ts'
import { Child } from './child.ts'
import { keysUnderTest } from './core-under-test.ts'

export const walletCredentials = { accessToken: 'TEST-1-0-0-1', webhookSecret: 'fault-injection-secret' }

/** An address without an answer: work for such a service fails as unavailable and is retried. */
const nowhere = 'http://127.0.0.1:9'
/** The heap of `npm start`; the fuzz collects before it looks at it. */
const execArgv = ['--max-semi-space-size=8', '--max-old-space-size=400', '--expose-gc']

export type Settings = {
  demo?: boolean
  walletUrl?: string
  smtpUrl?: string
  isLimited?: boolean
  /** The parent moves its clock, at some cost in time. */
  movesClock?: boolean
}
export type WholeShopSpec = ReturnType<typeof specOf>

export class WholeShop extends Child implements ShopAddress {
  readonly origin: string
  readonly address: string

  private constructor(port: number, spec: WholeShopSpec) {
    super(new URL('./whole-shop.child.ts', import.meta.url), spec, execArgv)
    this.origin = `http://localhost:${port}`
    this.address = `http://127.0.0.1:${port}`
  }

  /** On a migrated database. `opened`: ends it. */
  static async start(databaseUrl: string, opened: AsyncDisposableStack, settings: Settings = {}): Promise<WholeShop> {
    const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-shop-'))
    opened.defer(() => rm(dataDir, { recursive: true, force: true }))
    const port = await freePort()
    const shop = new WholeShop(port, specOf(databaseUrl, dataDir, port, settings))
    opened.defer(() => shop.stop())
    await shop.started()
    return shop
  }
}

function specOf(databaseUrl: string, dataDir: string, port: number, settings: Settings) {
  const { demo, walletUrl, smtpUrl = 'smtp://127.0.0.1:9', isLimited, movesClock = false } = settings
  const env = {
    DEMO: demo ? '1' : '0',
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_KEY: keysUnderTest.dataKey.toString('base64'),
    SESSION_SECRET: keysUnderTest.sessionSecret,
    SUPER_ADMIN_KEY: 'a key that nobody guesses',
  }
  const context = {
    databaseUrl,
    paymentWallet: { ...walletCredentials, publicKey: 'TEST-1', apiBaseUrl: walletUrl ?? nowhere },
    smtpUrl,
    signIn: { issuer: nowhere, clientId: 'shop', clientSecret: 'secret' },
    rateFactor: isLimited ? 1 : 1_000_000,
  }
  return { env, movesClock, context }
}
