// Processes of the shop as operators start them, behind one address, with a fake wallet beside each; told to end and started again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { fakeWalletControl } from '#backend/gateways/payment-wallet/fake/control-client.ts'
import { start } from '#scripts/testing/started-shop.ts'

type Started = ReturnType<typeof start>

type Env = Readonly<Record<string, string | undefined>>

/** Its own fakes; they share the database. */
const ownServices = {
  MERCADOPAGO_ACCESS_TOKEN: undefined,
  MERCADOPAGO_PUBLIC_KEY: undefined,
  MERCADOPAGO_WEBHOOK_SECRET: undefined,
  SMTP_URL: undefined,
  MAIL_FROM: undefined,
}

export class Fleet {
  readonly ports: readonly number[]
  readonly #env: Env
  readonly #roles: readonly string[]
  readonly #dataDir: string
  readonly #running: (Started | undefined)[] = []

  private constructor(ports: readonly number[], roles: readonly string[], dataDir: string, env: Env) {
    this.ports = ports
    this.#roles = roles
    this.#dataDir = dataDir
    this.#env = env
  }

  /** A process for each role, one after the other; resolves when all serve. env: more of their environment. */
  static async start(parts: {
    databaseUrl: string
    publicOrigin: string
    roles: readonly string[]
    env: Record<string, string>
  }): Promise<Fleet> {
    const ports: number[] = []
    for (const _ of parts.roles) ports.push(await freePort())
    const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-fleet-'))
    const fleet = new Fleet(ports, parts.roles, dataDir, {
      ...ownServices,
      ...{ HOST: '127.0.0.1', PUBLIC_URL: parts.publicOrigin, DATABASE_URL: parts.databaseUrl, DATA_DIR: dataDir },
      ...{ DATA_KEY: Buffer.alloc(32, 6).toString('base64'), SESSION_SECRET: 't'.repeat(40), LOG_LEVEL: 'error' },
      ...{ CURRENCY: 'PEN', TRUST_PROXY: '1' },
      ...parts.env,
    })
    for (const nth of ports.keys()) await fleet.#start(nth)
    return fleet
  }

  async #start(nth: number): Promise<void> {
    const started = start({ ...this.#env, PORT: String(this.ports[nth]), ROLE: this.#roles[nth] })
    this.#running[nth] = started
    await started.up
  }

  /** Tells a process to end and starts it again; `ended` is called in between. Throws if it does not end well. */
  async restart(nth: number, ended: () => Promise<void>): Promise<void> {
    const one = this.#running[nth]
    one?.child.kill('SIGTERM')
    const end = await one?.ended
    if (end?.status !== 0) throw new Error(`process ${nth} ended with ${end?.status}: ${end?.stderr.slice(-500)}`)
    await ended()
    await this.#start(nth)
  }

  /** Presses 'Aprobar' at a fake wallet; they share what they know. Throws if none of them answers in time. */
  async approve(preferenceId: string): Promise<void> {
    let last: unknown
    for (const port of this.ports)
      try {
        await fakeWalletControl(`http://127.0.0.1:${port + 1}`, '').choose(preferenceId, 'approved')
        return
      } catch (error) {
        last = error
      }
    throw last
  }

  /** Returns what the processes complained of in their last life. */
  async stop(): Promise<string> {
    const running = this.#running.filter((one) => one !== undefined)
    for (const { child } of running) child.kill('SIGTERM')
    const ends = await Promise.all(running.map(({ ended }) => ended))
    await rm(this.#dataDir, { recursive: true, force: true })
    return ends.map(({ stderr }) => stderr).join('')
  }
}
