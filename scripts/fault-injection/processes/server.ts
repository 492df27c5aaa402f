// A PostgreSQL server on a fixed port, for killing backends, the postmaster, or all at once.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createPool } from '#backend/db/database.ts'
import { createCluster, freePort, launchPostgres } from '#backend/db/embedded-postgres/postgres-process.ts'
import { hasEnded, isAlive } from '#backend/db/embedded-postgres/processes.ts'
import { migrate } from '#backend/db/migrate.ts'

export type ServerKill = 'backend' | 'postmaster' | 'immediate'
type Launched = Awaited<ReturnType<typeof launchPostgres>>

/** Skips fsync: a killed process loses nothing already in the kernel, though pages can be torn. */
type Settings = Record<string, string>
const ours: Settings = { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'on', max_connections: '200' }
const password = 'under-test'

export class ServerUnderTest {
  readonly #folder: string
  readonly #port: number
  readonly #settings: Settings
  #server: Launched

  private constructor(folder: string, port: number, settings: Settings, server: Launched) {
    this.#folder = folder
    this.#port = port
    this.#settings = settings
    this.#server = server
  }

  /** Migrates a database in a new folder below `parent`; `more`: extra parameters. */
  static async create(parent: string, more: Settings = {}): Promise<ServerUnderTest> {
    const folder = await mkdtemp(join(parent, 'gamertech-faults-'))
    await chmod(folder, 0o755)
    await createCluster({ dataDir: join(folder, 'data'), password, durable: false })
    const port = await freePort()
    const settings = { ...ours, ...more }
    const server = new ServerUnderTest(folder, port, settings, await launch(folder, port, settings))
    await migrate(server.databaseUrl)
    return server
  }

  get databaseUrl(): string {
    return `postgresql://postgres:${password}@127.0.0.1:${this.#port}/postgres`
  }

  /** Restarts the server if it doesn't recover by itself. */
  async kill(kind: ServerKill, pick: (pids: readonly number[]) => number): Promise<void> {
    if (kind === 'backend') return this.#killBackend(pick)
    process.kill(this.#server.pid, kind === 'postmaster' ? 'SIGKILL' : 'SIGQUIT')
    await hasEnded(this.#server.pid, 10_000)
    await this.#startAgain()
  }

  /** Restarts a server that ended by itself; returns whether it did. */
  async revive(): Promise<boolean> {
    const hasEnded = !(await isAlive(this.#server.pid))
    if (hasEnded) await this.#startAgain()
    await this.accepting()
    return hasEnded
  }

  async #startAgain(): Promise<void> {
    await this.#server.stop()
    this.#server = await launch(this.#folder, this.#port, this.#settings)
  }

  /** Resolves once the server accepts connections; rejects after half a minute. */
  async accepting(): Promise<void> {
    for (const since = performance.now(); ; await sleep(100)) {
      const client = new pg.Client({ connectionString: this.databaseUrl })
      client.on('error', () => undefined)
      try {
        await client.connect()
        return
      } catch (error) {
        if (performance.now() - since > 30_000) throw error
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  }

  async remove(): Promise<void> {
    await this.#server.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #killBackend(pick: (pids: readonly number[]) => number): Promise<void> {
    const pool = createPool(this.databaseUrl, { as: 'owner', max: 1 })
    try {
      const { rows } = await pool.query<{ pid: number }>(
        "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid",
      )
      if (rows.length > 0) killIfAlive(pick(rows.map((row) => row.pid)))
    } finally {
      await pool.end().catch(() => undefined)
    }
  }
}

/** A server in a folder of its own, removed with `opened`. */
export async function openServer(opened: AsyncDisposableStack): Promise<ServerUnderTest> {
  const server = await ServerUnderTest.create(tmpdir())
  opened.defer(() => server.remove())
  return server
}

/** The backend may have ended with its killed shop. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Workers of a killed postmaster hold the folder for a moment. */
async function launch(folder: string, port: number, settings: Settings): Promise<Launched> {
  for (let tries = 1; ; tries++) {
    try {
      const logFile = join(folder, 'log')
      return await launchPostgres({
        dataDir: join(folder, 'data'),
        logFile,
        settings,
        port,
      })
    } catch (error) {
      if (tries === 50) throw error
      await sleep(100)
    }
  }
}
