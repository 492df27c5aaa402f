// The shop's own PostgreSQL for a start without DATABASE_URL: one durable server per data folder, loopback only.
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secretInFile } from '#backend/config/secret-file.ts'
import { withConnection } from '#backend/db/database.ts'
import {
  clusterExists,
  createCluster,
  forgetReusedPid,
  launchPostgres,
  runningPostmaster,
  stopPostmaster,
} from './postgres-process.ts'
import { isAlive, startOf } from './processes.ts'
import { keepLogShort } from './server-log.ts'

const database = 'gamertech'
const durableSettings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
/** Keeps names and e-mails out of the server's log: error details would quote rows. */
const discreetSettings = { log_error_verbosity: 'terse', log_parameter_max_length: '0' }

async function takeFolder(ownerFile: string): Promise<void> {
  const me = `${process.pid} ${await startOf(process.pid)}`
  for (;;) {
    const isMine = await writeFile(ownerFile, me, { flag: 'wx', mode: 0o600 }).then(
      () => true,
      () => false,
    )
    if (isMine) return
    const owner = await readFile(ownerFile, 'utf8')
    const pid = Number(owner.split(' ')[0])
    if (pid > 1 && (await isAlive(pid)) && owner === `${pid} ${await startOf(pid)}`) {
      throw new Error(`La carpeta de DATA_DIR ya está en uso por otra tienda en marcha (proceso ${pid}).`)
    }
    await rm(ownerFile, { force: true })
  }
}

async function prepareCluster(cluster: string, password: string, progress?: (line: string) => void): Promise<void> {
  const orphan = await runningPostmaster(cluster)
  if (orphan !== undefined) await stopPostmaster(orphan)
  await forgetReusedPid(cluster)
  if (await clusterExists(cluster)) return
  progress?.(`Creando la base de datos en ${cluster}…`)
  const unfinished = `${cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
  await createCluster({ dataDir: unfinished, password, durable: true })
  await rename(unfinished, cluster)
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  await withConnection(adminUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
  })
}

/**
 * Starts PostgreSQL on `dataDir`/postgres (created at first) on a free loopback port, with a generated password in
 * `dataDir`/postgres.password. Stops a server left by a killed shop; refuses a folder whose shop is alive. Reports
 * the creation to `progress`. `stop` shuts down cleanly and may be called twice.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  progress?: (line: string) => void
}): Promise<{ url: string; stop(): Promise<void> }> {
  const { dataDir, progress } = options
  const cluster = join(dataDir, 'postgres')
  const ownerFile = join(dataDir, 'postgres.owner')
  const password = secretInFile(join(dataDir, 'postgres.password'))
  await takeFolder(ownerFile)
  await using started = new AsyncDisposableStack()
  started.defer(() => rm(ownerFile, { force: true }))
  await prepareCluster(cluster, password, progress)
  const logFile = join(dataDir, 'postgres.log')
  const settings = { ...durableSettings, ...discreetSettings }
  const server = await launchPostgres({ dataDir: cluster, logFile, settings })
  started.defer(() => server.stop())
  started.defer(keepLogShort(logFile))
  const url = (name: string) => `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${server.port}/${name}`
  await ensureDatabase(url('postgres'))
  const running = started.move()
  let stopping: Promise<void> | undefined
  return { url: url(database), stop: () => (stopping ??= running.disposeAsync()) }
}
