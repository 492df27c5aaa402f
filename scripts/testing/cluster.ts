// The PostgreSQL of one test run: a container if a runtime exists, else the packaged server in memory.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { processEnvironment } from '#backend/config/process-environment.mjs'
import {
  createCluster,
  launchPostgres,
  type PostgresPrograms,
  runningPostmaster,
  stopPostmaster,
} from '#backend/db/embedded-postgres/postgres-process.ts'
import { isAlive } from '#backend/db/embedded-postgres/processes.ts'
import { debianPackage, installedPostgres } from './installed-postgres.ts'

export interface TestCluster {
  /** Superuser connection to the maintenance database `postgres`. */
  readonly adminUrl: string
  stop(): Promise<void>
}

/** What test databases are copied from: only migrated, or with all that a shop makes at its first start. */
export const templates = { migrated: 'gamertech_migrated', started: 'gamertech_started' } as const

const image = 'postgres:18'
const prefix = 'gamertech-test-pg-'
const neededBytes = 1024 ** 3
/** Trades durability for speed. */
const quickSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' }

async function containerCluster(): Promise<TestCluster | undefined> {
  const { getContainerRuntimeClient } = await import('testcontainers')
  const waitLimit = new Promise<never>((_, reject) => setTimeout(reject, 3000, new Error('no answer')).unref())
  try {
    await Promise.race([getContainerRuntimeClient(), waitLimit])
  } catch {
    return undefined
  }
  try {
    const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
    const settings = Object.entries(quickSettings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    const container = await new PostgreSqlContainer(image)
      .withDatabase('postgres')
      .withUsername('postgres')
      .withTmpFs({ '/var/lib/postgresql': 'rw' })
      .withCommand(['postgres', ...settings])
      .start()
    return { adminUrl: container.getConnectionUri(), stop: async () => void (await container.stop()) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.warn(`${image} did not start in a container (${reason}); using the packaged PostgreSQL`)
    return undefined
  }
}

async function fastestFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  return memory && memory.bavail * memory.bsize >= neededBytes ? '/dev/shm' : tmpdir()
}

/** Removes leftovers of killed runs, whose process id is part of the folder's name. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN
    if (!Number.isInteger(owner) || (await isAlive(owner))) continue
    const postmaster = await runningPostmaster(join(parent, name, 'data'))
    if (postmaster !== undefined) await stopPostmaster(postmaster)
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

export async function startLocalCluster(programs?: PostgresPrograms): Promise<TestCluster> {
  const parent = await fastestFolder()
  await sweep(parent)
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`))
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const password = randomBytes(12).toString('hex')
  await createCluster({ dataDir, password, durable: false, programs })
  const server = await launchPostgres({ dataDir, logFile: join(folder, 'log'), settings: quickSettings, programs })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { adminUrl: `postgresql://postgres:${password}@127.0.0.1:${server.port}/postgres`, stop }
}

/** Starts Debian's PostgreSQL of POSTGRES_VERSION if set. */
export async function startCluster(): Promise<TestCluster> {
  const version = processEnvironment().POSTGRES_VERSION
  if (version === undefined) return (await containerCluster()) ?? (await startLocalCluster())
  const programs = await installedPostgres(Number(version))
  if (!programs) throw new Error(`there is no ${debianPackage(Number(version))} on this machine`)
  return await startLocalCluster(programs)
}

export async function administer(adminUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

export function databaseOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}
