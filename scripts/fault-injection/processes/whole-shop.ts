// A whole shop in a process of its own, with pages, for drills and benchmarks.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import type { ShopAddress } from '#scripts/load/person.ts'
import { keysUnderTest } from './core-under-test.ts'
import { ShopProcess } from './shop-process.ts'

/** Credentials of the wallet that a shop under test expects. */
export const walletCredentials = { accessToken: 'TEST-1-0-0-1', webhookSecret: 'fault-injection-secret' }

/** An address without an answer: work for such a service fails as unavailable and is retried. */
const nowhere = 'http://127.0.0.1:9'

export type Settings = {
  demo?: boolean
  walletUrl?: string
  smtpUrl?: string
  /** Limits callers as usual. */
  isLimited?: boolean
  /** Has a clock that its parent can move, which costs time. */
  movesClock?: boolean
}
export type WholeShopSpec = {
  databaseUrl: string
  env: Record<string, string>
  movesClock: boolean
  context: ReturnType<typeof contextOf>
}

export class WholeShop implements ShopAddress {
  readonly process: ShopProcess
  readonly origin: string
  readonly address: string
  readonly #dataDir: string

  private constructor(databaseUrl: string, port: number, dataDir: string, settings: Settings) {
    this.origin = `http://localhost:${port}`
    this.address = `http://127.0.0.1:${port}`
    this.#dataDir = dataDir
    const { demo, movesClock = false } = settings
    const env = envUnderTest(dataDir, port, demo)
    const spec: WholeShopSpec = { databaseUrl, env, movesClock, context: contextOf(settings) }
    this.process = new ShopProcess(new URL('./whole-shop.child.ts', import.meta.url), spec, heap)
  }

  /** On a migrated database. */
  static async start(databaseUrl: string, settings: Settings = {}): Promise<WholeShop> {
    const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-shop-'))
    const shop = new WholeShop(databaseUrl, await freePort(), dataDir, settings)
    try {
      await shop.process.started()
    } catch (error) {
      await shop.stop()
      throw error
    }
    return shop
  }

  async stop(): Promise<void> {
    await this.process.stop()
    await rm(this.#dataDir, { recursive: true, force: true })
  }
}

/** Same as for `npm start`. */
const heap = ['--max-old-space-size=512']

export function envUnderTest(dataDir: string, port: number, demo = false): Record<string, string> {
  return {
    DEMO: demo ? '1' : '0',
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_KEY: keysUnderTest.dataKey.toString('base64'),
    SESSION_SECRET: keysUnderTest.sessionSecret,
    SUPER_ADMIN_KEY: 'a key that nobody guesses',
  }
}

export function contextOf({ walletUrl, smtpUrl = 'smtp://127.0.0.1:9', isLimited }: Settings) {
  return {
    paymentWallet: { ...walletCredentials, publicKey: 'TEST-1', apiBaseUrl: walletUrl ?? nowhere },
    smtpUrl,
    signIn: { issuer: nowhere, clientId: 'shop', clientSecret: 'secret' },
    rateFactor: isLimited ? 1 : 1_000_000,
  }
}
