// Processes of one or two releases as operators start them, each with a fake wallet; stopped and restarted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { pressButton } from '#backend/gateways/payment-wallet/fake/control.ts'
import { start } from '#scripts/testing/started-shop.ts'

type Started = ReturnType<typeof start>

type Env = Readonly<Record<string, string | undefined>>

const ownServices = {
  MERCADOPAGO_ACCESS_TOKEN: undefined,
  MERCADOPAGO_PUBLIC_KEY: undefined,
  MERCADOPAGO_WEBHOOK_SECRET: undefined,
  SMTP_URL: undefined,
  MAIL_FROM: undefined,
}

/** Timeout for ending a process, in milliseconds. */
const patienceMs = 30_000

/** `release`: its sources' folder, default these; `isLate`: not started with the others. */
export type Member = { role: 'web' | 'both'; release?: string; isLate?: boolean }

export class Fleet {
  readonly ports: readonly number[]
  readonly #env: Env
  readonly #members: readonly Member[]
  readonly #dataDir: string
  readonly #running: (Started | undefined)[] = []

  private constructor(ports: readonly number[], members: readonly Member[], dataDir: string, env: Env) {
    this.ports = ports
    this.#members = members
    this.#dataDir = dataDir
    this.#env = env
  }

  /** Starts the processes one by one; resolves when all serve. `env`: additional environment. */
  static async start(parts: {
    databaseUrl: string
    publicOrigin: string
    members: readonly Member[]
    env: Record<string, string>
  }): Promise<Fleet> {
    const ports: number[] = []
    for (const _ of parts.members) ports.push(await freePort())
    const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-fleet-'))
    const fleet = new Fleet(ports, parts.members, dataDir, {
      ...ownServices,
      HOST: '127.0.0.1',
      PUBLIC_URL: parts.publicOrigin,
      DATABASE_URL: parts.databaseUrl,
      DATA_DIR: dataDir,
      DATA_KEY: Buffer.alloc(32, 6).toString('base64'),
      SESSION_SECRET: 't'.repeat(40),
      LOG_LEVEL: 'error',
      CURRENCY: 'PEN',
      TRUST_PROXY: '1',
      ...parts.env,
    })
    for (const [nth, { isLate }] of parts.members.entries()) if (!isLate) await fleet.begin(nth)
    return fleet
  }

  async begin(nth: number): Promise<void> {
    const { role, release } = this.#members[nth] as Member
    const started = start({ ...this.#env, PORT: String(this.ports[nth]), ROLE: role }, release)
    this.#running[nth] = started
    await started.up
  }

  /** Throws if the process ends badly. */
  async end(nth: number): Promise<void> {
    const one = this.#running[nth]
    one?.child.kill('SIGTERM')
    const end = await one?.ended
    if (end?.status !== 0) throw new Error(`process ${nth} ended with ${end?.status}: ${end?.stderr.slice(-500)}`)
    this.#running[nth] = undefined
  }

  /** Presses 'Aprobar' at any fake wallet, since they share their data. Throws if none answers in time. */
  async approve(preferenceId: string): Promise<void> {
    let last: unknown
    for (const port of this.ports)
      try {
        await pressButton(`http://127.0.0.1:${port + 1}`, preferenceId, 'approved')
        return
      } catch (error) {
        last = error
      }
    throw last
  }

  /** Returns the processes' last error output; kills one that doesn't end. */
  async stop(): Promise<string> {
    const running = this.#running.filter((one) => one !== undefined)
    for (const { child } of running) child.kill('SIGTERM')
    const kill = setTimeout(() => {
      for (const { child } of running) child.kill('SIGKILL')
    }, patienceMs)
    const ends = await Promise.all(running.map(({ ended }) => ended))
    clearTimeout(kill)
    await rm(this.#dataDir, { recursive: true, force: true })
    return ends.map(({ stderr }) => stderr).join('')
  }
}
