// A PostgreSQL server on a fixed port, for killing backends, the postmaster, or all at once.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withConnection } from '#backend/db/database.ts'
import {
  createCluster,
  freePort,
  launchPostgres,
  type PostgresServer,
} from '#backend/db/embedded-postgres/postgres-process.ts'
import { hasEnded, isAlive } from '#backend/db/embedded-postgres/processes.ts'
import { migrate } from '#backend/db/migrate.ts'
import { hasErrorCode } from '#backend/db/pg-errors.ts'
import { waitFor } from '#scripts/load/wait-for.ts'

export type ServerKill = 'backend' | 'postmaster' | 'immediate'

type Settings = Record<string, string>
/** Skips fsync: a killed process loses nothing already in the kernel, though pages can be torn. */
const ours: Settings = { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'on', max_connections: '200' }
const password = 'under-test'
const backends = `select pid from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid`

export class ServerUnderTest {
  readonly #folder: string
  readonly #options: Parameters<typeof launchPostgres>[0]
  #server: PostgresServer | undefined

  private constructor(folder: string, port: number, settings: Settings) {
    this.#folder = folder
    this.#options = { dataDir: join(folder, 'data'), logFile: join(folder, 'log'), port, settings }
  }

  /** Migrates a database in a new folder below `parent`; `more`: extra parameters. */
  static async create(parent: string, more: Settings = {}): Promise<ServerUnderTest> {
    const folder = await mkdtemp(join(parent, 'gamertech-faults-'))
    await chmod(folder, 0o755)
    await createCluster({ dataDir: join(folder, 'data'), password, durable: false })
    const server = new ServerUnderTest(folder, await freePort(), { ...ours, ...more })
    await server.#launch()
    await migrate(server.databaseUrl)
    return server
  }

  get databaseUrl(): string {
    return `postgresql://postgres:${password}@127.0.0.1:${this.#options.port}/postgres`
  }

  async kill(kind: ServerKill, pick: (pids: readonly number[]) => number): Promise<void> {
    if (kind === 'backend') return this.#killBackend(pick)
    process.kill(this.#pid, kind === 'postmaster' ? 'SIGKILL' : 'SIGQUIT')
    await hasEnded(this.#pid, 10_000)
    await this.#launch()
  }

  async revive(): Promise<boolean> {
    const hasEnded = !(await isAlive(this.#pid))
    if (hasEnded) await this.#launch()
    await this.accepting()
    return hasEnded
  }

  /** Resolves once the server accepts connections; rejects after half a minute. */
  async accepting(): Promise<void> {
    const isOpen = () => withConnection(this.databaseUrl, async () => true).catch(() => false)
    await waitFor('the server accepts connections', 30_000, isOpen, 100)
  }

  async remove(): Promise<void> {
    await this.#server?.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  get #pid(): number {
    return this.#server?.pid ?? Number.NaN
  }

  async #killBackend(pick: (pids: readonly number[]) => number): Promise<void> {
    const { rows } = await withConnection(this.databaseUrl, (client) => client.query<{ pid: number }>(backends))
    try {
      if (rows.length > 0) process.kill(pick(rows.map(({ pid }) => pid)), 'SIGKILL')
    } catch (error) {
      // The backend may have ended with its killed shop.
      if (!hasErrorCode(error, 'ESRCH')) throw error
    }
  }

  /** Workers of a killed postmaster hold the folder for a moment. */
  async #launch(tries = 50): Promise<void> {
    await this.#server?.stop()
    try {
      this.#server = await launchPostgres(this.#options)
    } catch (error) {
      if (tries === 1) throw error
      await sleep(100)
      await this.#launch(tries - 1)
    }
  }
}

/** A server in a folder of its own, removed with `opened`. `more`: extra parameters. */
export async function openServer(opened: AsyncDisposableStack, more: Settings = {}): Promise<ServerUnderTest> {
  const server = await ServerUnderTest.create(tmpdir(), more)
  opened.defer(() => server.remove())
  return server
}
