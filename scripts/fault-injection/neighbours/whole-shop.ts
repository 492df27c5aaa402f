// A process that serves people beside faulty neighbours, with its own proxy to the database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { ShopProcess } from '#scripts/fault-injection/processes/shop-process.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'

export class WholeShop {
  readonly process: ShopProcess
  readonly network: FaultProxy
  readonly url: string
  readonly #dataDir: string

  private constructor(network: FaultProxy, port: number, dataDir: string) {
    this.network = network
    this.url = `http://localhost:${port}`
    this.#dataDir = dataDir
    const env = {
      DEMO: '0',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_KEY: Buffer.alloc(32, 6).toString('base64'),
      SESSION_SECRET: 't'.repeat(40),
    }
    this.process = new ShopProcess(new URL('./whole-shop.child.ts', import.meta.url), [
      network.databaseUrl,
      JSON.stringify(env),
    ])
  }

  static async start(databaseUrl: string): Promise<WholeShop> {
    const network = await FaultProxy.open(databaseUrl)
    const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-faults-shop-'))
    const shop = new WholeShop(network, await freePort(), dataDir)
    const end = await Promise.race([shop.process.ready.then(() => undefined), shop.process.ended])
    if (end === undefined) return shop
    await shop.stop()
    throw new Error(`a shop did not start: ${end}`)
  }

  async stop(): Promise<void> {
    this.process.kill()
    await this.process.ended
    await this.network.close()
    await rm(this.#dataDir, { recursive: true, force: true })
  }
}
