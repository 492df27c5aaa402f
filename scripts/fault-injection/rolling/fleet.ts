// Processes of one or two releases as operators start them, each with a fake wallet; stopped and restarted.
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pressButton } from '#backend/gateways/payment-wallet/fake/control.ts'
import { keysUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { start, withoutServices } from '#scripts/testing/started-shop.ts'

const patienceMs = 30_000

/** `release`: its sources' folder, default these. */
export type Member = { role: 'web' | 'both'; release?: string }

export class Fleet {
  readonly #ports: readonly number[]
  readonly #members: readonly Member[]
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'gamertech-fleet-'))
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #running = new Map<number, ReturnType<typeof start>>()

  /** `env`: additional environment; PUBLIC_URL and DATABASE_URL at least. */
  constructor(ports: readonly number[], members: readonly Member[], env: Record<string, string>) {
    this.#ports = ports
    this.#members = members
    this.#env = {
      ...withoutServices,
      HOST: '127.0.0.1',
      DATA_DIR: this.#dataDir,
      DATA_KEY: keysUnderTest.dataKey.toString('base64'),
      SESSION_SECRET: keysUnderTest.sessionSecret,
      LOG_LEVEL: 'error',
      CURRENCY: 'PEN',
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '2',
      ...env,
    }
  }

  async begin(nth: number): Promise<void> {
    const { role, release } = this.#members[nth] as Member
    const started = start({ ...this.#env, PORT: String(this.#ports[nth]), ROLE: role }, release)
    this.#running.set(nth, started)
    await started.up
  }

  async end(nth: number): Promise<void> {
    const one = this.#running.get(nth)
    one?.child.kill('SIGTERM')
    const end = await one?.ended
    if (end?.status !== 0) throw new Error(`process ${nth} ended with ${end?.status}: ${end?.stderr.slice(-500)}`)
    this.#running.delete(nth)
  }

  /** Presses 'Aprobar' at any fake wallet, since they share their data. Throws if none answers in time. */
  async approve(preferenceId: string): Promise<void> {
    const press = (port: number) => pressButton(`http://127.0.0.1:${port + 1}`, preferenceId, 'approved')
    for (const [nth, port] of this.#ports.entries())
      try {
        return void (await press(port))
      } catch (error) {
        if (nth === this.#ports.length - 1) throw error
      }
  }

  async stop(): Promise<void> {
    const running = [...this.#running.values()]
    const all = (signal: NodeJS.Signals) => running.map(({ child }) => child.kill(signal))
    all('SIGTERM')
    const kill = setTimeout(() => all('SIGKILL'), patienceMs)
    await Promise.all(running.map(({ ended }) => ended))
    clearTimeout(kill)
    await rm(this.#dataDir, { recursive: true, force: true })
  }
}
