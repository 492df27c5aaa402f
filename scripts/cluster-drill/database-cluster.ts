// Three nodes with etcd, Patroni and PostgreSQL, each in its own network, configured by deploy/patroni.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { accountFor } from '#backend/db/embedded-postgres/postgres-account.ts'
import { programFolder } from '#scripts/testing/installed-postgres.ts'
import { addressOf, closeNetwork, killAll, nodes, openNetwork, processesOf, spawnIn } from './network.ts'

export const patroniPort = 8008
export const postgresPort = 5432
const postgresVersion = 15
const patroniFile = join(import.meta.dirname, '../../deploy/patroni/patroni.yml')

/** Patroni's status of a node; null without an answer. */
type Member = {
  state: string
  role: string
  timeline?: number
  sync_standby?: boolean
  replication?: { state: string }[]
} | null

export class DatabaseCluster {
  readonly #folder: string
  readonly #account: { uid: number; gid: number }
  readonly password = randomBytes(12).toString('hex')
  readonly #replicationPassword = randomBytes(12).toString('hex')
  #etcdIsNew = true

  private constructor(folder: string, account: { uid: number; gid: number }) {
    this.#folder = folder
    this.#account = account
  }

  /** Resolves once there is a leader, a synchronous standby and a third server. */
  static async start(parent: string): Promise<DatabaseCluster> {
    const folder = await mkdtemp(join(parent, 'gamertech-drill-'))
    await chmod(folder, 0o755)
    const account = await accountFor(join(folder, 'absent'))
    if (!account) throw new Error('the drill needs root')
    const cluster = new DatabaseCluster(folder, account)
    try {
      await openNetwork()
      for (const nth of nodes) await cluster.#prepare(nth)
      for (const nth of nodes) cluster.launch(nth)
      cluster.#etcdIsNew = false
      await cluster.whole(120_000)
      return cluster
    } catch (error) {
      await cluster.remove(true)
      throw error
    }
  }

  async #prepare(nth: number): Promise<void> {
    const folder = this.#folderOf(nth)
    await mkdir(folder, { mode: 0o700 })
    const config = join(folder, 'patroni.yml')
    await promisify(execFile)('cp', [patroniFile, config])
    for (const path of [folder, config]) await chown(path, this.#account.uid, this.#account.gid)
  }

  #folderOf(nth: number): string {
    return join(this.#folder, `node-${nth}`)
  }

  launch(nth: number): void {
    const [folder, address] = [this.#folderOf(nth), addressOf(nth)]
    const log = openSync(join(this.#folder, `node-${nth}.log`), 'a')
    const client = `http://${address}:2379`
    const peers = nodes.map((one) => `node-${one}=http://${addressOf(one)}:2380`).join(',')
    const etcd = [
      ...['/usr/bin/etcd', '--name', `node-${nth}`, '--data-dir', join(folder, 'etcd'), '--log-level', 'error'],
      // Patroni before 3.0.3 (Debian 12) overwrites another node's lock in etcd v3 (patroni/patroni, 2689): two
      // leaders.
      '--enable-v2=true',
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', `http://${address}:2380`, '--initial-advertise-peer-urls', `http://${address}:2380`],
      ...['--initial-cluster', peers, '--initial-cluster-state', this.#etcdIsNew ? 'new' : 'existing'],
    ]
    const patroni = {
      PATRONI_NAME: `node-${nth}`,
      PATRONI_ETCD_HOSTS: nodes.map((one) => `${addressOf(one)}:2379`).join(','),
      PATRONI_RESTAPI_LISTEN: `${address}:${patroniPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${patroniPort}`,
      PATRONI_POSTGRESQL_LISTEN: `${address},127.0.0.1:${postgresPort}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${postgresPort}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_POSTGRESQL_BIN_DIR: programFolder(postgresVersion),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: this.password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: this.#replicationPassword,
    }
    for (const [command, env] of [
      [etcd, {}],
      [['/usr/bin/patroni', join(folder, 'patroni.yml')], patroni],
    ] as const) {
      const child = spawnIn(nth, command, env, log)
      child.on('error', () => undefined)
      child.unref()
    }
    closeSync(log)
  }

  /** Shuts a node down cleanly, within 30 s. */
  async end(nth: number): Promise<void> {
    for (const pid of await processesOf(nth))
      if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('/usr/bin/patroni'))
        process.kill(pid, 'SIGTERM')
    for (let tries = 0; tries < 300 && (await this.#member(nth)); tries++) await sleep(100)
    await killAll(nth)
  }

  async #member(nth: number): Promise<Member> {
    const answer = await askPatroni(nth, 'patroni')
    return answer ? ((await answer.json().catch(() => null)) as Member) : null
  }

  async leader(except?: number): Promise<number | undefined> {
    for (const nth of nodes) if (nth !== except && (await askPatroni(nth, 'primary'))?.status === 200) return nth
    return undefined
  }

  /** Waits for a leader with two streaming standbys, one of them synchronous. */
  async whole(limitMs: number): Promise<void> {
    let last: Member[] = []
    for (const since = performance.now(); performance.now() - since < limitMs; await sleep(250)) {
      last = await Promise.all(nodes.map((nth) => this.#member(nth)))
      const running = last.filter((one) => one?.state === 'running' || one?.state === 'streaming')
      const timelines = new Set(running.map((one) => one?.timeline))
      const [leader, ...others] = running.filter((one) => one?.role === 'master' || one?.role === 'primary')
      // A running standby may still be refused its replication.
      const followers = leader?.replication?.filter(({ state }) => state === 'streaming') ?? []
      if (
        running.length === nodes.length &&
        others.length === 0 &&
        followers.length === nodes.length - 1 &&
        timelines.size === 1 &&
        running.some((one) => one?.sync_standby)
      )
        return
    }
    throw new Error(`the cluster is not whole: ${JSON.stringify(last)}; its logs are in ${this.#folder}`)
  }

  /** `keepsLogs`: leaves the folder for inspection. */
  async remove(keepsLogs: boolean): Promise<void> {
    await closeNetwork()
    if (!keepsLogs) await rm(this.#folder, { recursive: true, force: true })
  }
}

function askPatroni(nth: number, what: 'patroni' | 'primary'): Promise<Response | undefined> {
  const url = `http://${addressOf(nth)}:${patroniPort}/${what}`
  return fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
}
