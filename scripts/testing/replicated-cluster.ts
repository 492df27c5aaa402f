// A PostgreSQL with standbys that tests freeze, kill and promote.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  createCluster,
  freePort,
  launchPostgres,
  type PostgresServer,
} from '#backend/db/embedded-postgres/postgres-process.ts'
import { hasEnded } from '#backend/db/embedded-postgres/processes.ts'
import { migrate } from '#backend/db/migrate.ts'
import { hasErrorCode } from '#backend/db/pg-errors.ts'
import { administer } from './cluster.ts'
import { FaultProxy } from './fault-proxy.ts'
import { familyOf } from './process-family.ts'

const password = 'under-test'
/** A killed server loses nothing already in the kernel. */
const settings = { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'on', max_connections: '100' }

export class ServerOfCluster {
  readonly #folder: string
  readonly #server: PostgresServer
  readonly url: string

  private constructor(folder: string, server: PostgresServer) {
    this.#folder = folder
    this.#server = server
    this.url = `postgresql://postgres:${password}@127.0.0.1:${server.port}/postgres`
  }

  /** `follows`: the primary's port, and this standby's name there. */
  static async launch(
    folder: string,
    port: number,
    follows?: { port: number; name: string },
  ): Promise<ServerOfCluster> {
    const dataDir = join(folder, 'data')
    const conninfo =
      follows &&
      `host=127.0.0.1 port=${follows.port} user=postgres password=${password} application_name=${follows.name}`
    const server = await launchPostgres({
      dataDir,
      logFile: join(folder, 'log'),
      port,
      settings: { ...settings, ...(conninfo && { primary_conninfo: conninfo, hot_standby_feedback: 'on' }) },
    })
    return new ServerOfCluster(folder, server)
  }

  run(sql: string): Promise<void> {
    return administer(this.url, sql)
  }

  async until(sql: string): Promise<void> {
    await this.run(`do $$ begin for n in 1..1000 loop
      perform pg_stat_clear_snapshot(); if exists (${sql}) then return; end if; perform pg_sleep(0.01);
      end loop; raise 'never: ${sql.replaceAll("'", "''")}'; end $$`)
  }

  promote(): Promise<void> {
    return this.run('select pg_promote(true, 30)')
  }

  /** Freezes the processes; clients hear nothing. */
  async freeze(): Promise<void> {
    await this.#signal('SIGSTOP')
  }

  async thaw(): Promise<void> {
    await this.#signal('SIGCONT')
  }

  /** Kills all processes without warning. */
  async kill(): Promise<void> {
    await this.#signal('SIGKILL')
    await hasEnded(this.#server.pid, 10_000)
  }

  /** Restarts a killed server on its port with its old state. */
  comeBack(): Promise<ServerOfCluster> {
    return ServerOfCluster.launch(this.#folder, this.#server.port)
  }

  stop(): Promise<void> {
    return this.#server.stop()
  }

  async remove(): Promise<void> {
    await this.thaw()
    await this.#server.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    // Kills the postmaster first, so that it restarts nothing.
    for (const pid of await familyOf(this.#server.pid))
      try {
        process.kill(pid, signal)
      } catch (error) {
        // The session may have ended by itself.
        if (!hasErrorCode(error, 'ESRCH')) throw error
      }
  }
}

/**
 * A migrated primary with standbys s1, s2, …. isSynchronous: the first one acknowledges commits; isCuttable: they
 * connect through the proxy `replication`.
 */
export async function startReplicatedCluster(standbys: number, { isSynchronous = false, isCuttable = false } = {}) {
  // Removes a cluster that failed to start.
  await using opened = new AsyncDisposableStack()
  const [primaryFolder, ...folders] = await Promise.all(Array.from({ length: 1 + standbys }, newFolder))
  if (!primaryFolder) throw new Error('no folder')
  for (const folder of [primaryFolder, ...folders]) opened.defer(() => rm(folder, { recursive: true, force: true }))
  await createCluster({ dataDir: join(primaryFolder, 'data'), password, durable: false })
  const port = await freePort()
  // A copy of a stopped server becomes a standby when configured so.
  const template = await ServerOfCluster.launch(primaryFolder, port)
  await migrate(template.url)
  await template.stop()
  for (const folder of folders) {
    await promisify(execFile)('cp', ['-a', join(primaryFolder, 'data'), join(folder, 'data')])
    await writeFile(join(folder, 'data', 'standby.signal'), '')
  }
  const primary = await ServerOfCluster.launch(primaryFolder, port)
  opened.defer(() => primary.remove())
  const replication = isCuttable ? opened.adopt(await FaultProxy.open(primary.url), (door) => door.close()) : undefined
  const way = replication ? Number(new URL(replication.databaseUrl).port) : port
  const launched = await Promise.allSettled(
    folders.map((folder, nth) => launchSomewhere(folder, { port: way, name: `s${nth + 1}` })),
  )
  for (const one of launched) if (one.status === 'fulfilled') opened.defer(() => one.value.remove())
  const replicas = launched.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
  if (isSynchronous) {
    await primary.run("alter system set synchronous_standby_names = 's1'")
    await primary.run('select pg_reload_conf()')
    await primary.until("select from pg_stat_replication where sync_state = 'sync'")
  }
  const whole = opened.move()
  return { primary, replicas, replication, remove: () => whole.disposeAsync() }
}

/** Retries with another port if somebody took this one first. */
async function launchSomewhere(folder: string, follows: { port: number; name: string }): Promise<ServerOfCluster> {
  for (let attempts = 1; ; attempts++)
    try {
      return await ServerOfCluster.launch(folder, await freePort(), follows)
    } catch (error) {
      if (attempts === 3) throw error
    }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gamertech-replicated-'))
  await chmod(folder, 0o755)
  return folder
}
