// Processes of the shop as operators start them, of one release or of two, with a fake wallet beside each; told to end and started again.
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

/** Longest wait for a process to end, in milliseconds. */
const patienceMs = 30_000

/** release: the folder of its sources, if not these; isLate: it is not started with the others. */
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

  /** A process for each member, one after the other; resolves when all serve. env: more of their environment. */
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

  /** Resolves when it serves. */
  async begin(nth: number): Promise<void> {
    const { role, release } = this.#members[nth] as Member
    const started = start({ ...this.#env, PORT: String(this.ports[nth]), ROLE: role }, release)
    this.#running[nth] = started
    await started.up
  }

  /** Tells a process to end. Throws if it does not end well. */
  async end(nth: number): Promise<void> {
    const one = this.#running[nth]
    one?.child.kill('SIGTERM')
    const end = await one?.ended
    if (end?.status !== 0) throw new Error(`process ${nth} ended with ${end?.status}: ${end?.stderr.slice(-500)}`)
    this.#running[nth] = undefined
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

  /** Returns what the processes complained of in their last life; one that does not end is killed. */
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
