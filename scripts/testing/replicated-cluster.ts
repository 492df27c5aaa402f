// A PostgreSQL with standbys that follow it, all of them to be frozen, killed and promoted.
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
import { cpuSecondsOfFamily, familyOf } from './processor-time.ts'

const password = 'under-test'
/** A killed server loses nothing that it gave to the kernel. */
const settings = { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'on', max_connections: '100' }

/** One server: its address, and what can be done to it. */
export class ServerOfCluster {
  readonly #folder: string
  readonly #server: PostgresServer
  readonly url: string

  private constructor(folder: string, server: PostgresServer) {
    this.#folder = folder
    this.#server = server
    this.url = `postgresql://postgres:${password}@127.0.0.1:${server.port}/postgres`
  }

  /** follows: the port of the server whose standby it is, and the name by which that one knows it. */
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

  /** Waits until the query finds a row. */
  async until(sql: string): Promise<void> {
    await this.run(`do $$ begin for n in 1..1000 loop
      perform pg_stat_clear_snapshot(); if exists (${sql}) then return; end if; perform pg_sleep(0.01);
      end loop; raise 'never: ${sql.replaceAll("'", "''")}'; end $$`)
  }

  promote(): Promise<void> {
    return this.run('select pg_promote(true, 30)')
  }

  /** Its processes stand still as they are, and whoever is connected hears nothing. */
  async freeze(): Promise<void> {
    await this.#signal('SIGSTOP')
  }

  async thaw(): Promise<void> {
    await this.#signal('SIGCONT')
  }

  /** Without warning, with all of its processes. */
  async kill(): Promise<void> {
    await this.#signal('SIGKILL')
    await hasEnded(this.#server.pid, 10_000)
  }

  /** A killed one comes back as it was, on the same port, and knows nothing of what happened meanwhile. */
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

  /** Processor time of all its processes until now, of those that have ended too. */
  cpuSeconds(): Promise<number> {
    return cpuSecondsOfFamily(this.#server.pid)
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    // The postmaster first, so that it starts nothing in the place of what it loses.
    for (const pid of await familyOf(this.#server.pid))
      try {
        process.kill(pid, signal)
      } catch (error) {
        // A session may have ended by itself meanwhile.
        if (!hasErrorCode(error, 'ESRCH')) throw error
      }
  }
}

/**
 * A migrated primary with standbys called s1, s2, …; isSynchronous: what it acknowledges is on the first of them; isCuttable: they reach it
 * through `replication`, a door of their own.
 */
export async function startReplicatedCluster(standbys: number, { isSynchronous = false, isCuttable = false } = {}) {
  // What is there of a cluster that does not come to be goes again.
  await using opened = new AsyncDisposableStack()
  const [primaryFolder, ...folders] = await Promise.all(Array.from({ length: 1 + standbys }, newFolder))
  if (!primaryFolder) throw new Error('no folder')
  for (const folder of [primaryFolder, ...folders]) opened.defer(() => rm(folder, { recursive: true, force: true }))
  await createCluster({ dataDir: join(primaryFolder, 'data'), password, durable: false })
  const port = await freePort()
  // A copy of a stopped server is a standby as soon as it is told so.
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

/** Somebody else may take a port between the look for a free one and the server's start: then another is tried. */
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
