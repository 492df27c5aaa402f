// Back to a moment: a base backup and the archive of what was written since, as operators keep them.
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createCluster, launchPostgres, type PostgresServer } from '#backend/db/embedded-postgres/postgres-process.ts'
import { migrate } from '#backend/db/migrate.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { makeProduct, openShop, signedIn } from '#backend/testing/shop-fixture.ts'

const password = 'under-test'
const durable = { fsync: 'off', full_page_writes: 'on', max_connections: '100' }

const urlOf = ({ port }: PostgresServer) => `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`

async function connect(server: PostgresServer): Promise<Client> {
  const client = new Client({ connectionString: urlOf(server) })
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

/** A file that the server may rename and remove. */
async function give(copy: string, name: string, text: string): Promise<void> {
  await writeFile(join(copy, name), text)
  const { uid, gid } = await stat(copy)
  await chown(join(copy, name), uid, gid)
}

/** A copy of the running server's files, with the label that says from where its log has to be read. */
async function backUp(client: Client, dataDir: string, copy: string): Promise<void> {
  await client.query("select pg_backup_start('night', true)")
  await promisify(execFile)('cp', ['-a', dataDir, copy])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await give(copy, 'backup_label', rows[0]?.labelfile ?? '')
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(copy, name), { force: true })
}

type Place = { folder: string; archive: string }

async function newPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'gamertech-recovery-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const archive = join(folder, 'archive')
  await mkdir(archive)
  await chmod(archive, 0o777)
  return { folder, archive }
}

/** A migrated server that keeps what it writes. */
async function startArchiving({ folder, archive }: Place): Promise<PostgresServer> {
  const dataDir = join(folder, 'data')
  await createCluster({ dataDir, password, durable: false })
  const archiving = { archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` }
  const server = await launchPostgres({ dataDir, logFile: join(folder, 'log'), settings: { ...durable, ...archiving } })
  onTestFinished(() => server.stop())
  await migrate(urlOf(server))
  return server
}

/** Everything that was written is in the archive. */
async function archived(client: Client): Promise<void> {
  await client.query('select pg_switch_wal()')
  const sql = 'select from pg_stat_archiver where last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1)'
  await expect.poll(async () => (await client.query(sql)).rowCount, { timeout: 20_000 }).toBe(1)
}

/** A server of the copy as it was at the moment, open for writing. */
async function restoreTo(moment: string, { folder, archive }: Place): Promise<PostgresServer> {
  const copy = join(folder, 'copy')
  await give(copy, 'recovery.signal', '')
  const target = { recovery_target_time: moment, recovery_target_action: 'promote' }
  const server = await launchPostgres({
    dataDir: copy,
    logFile: join(folder, 'restored.log'),
    settings: { ...durable, ...target, restore_command: `cp ${archive}/%f %p` },
  })
  onTestFinished(() => server.stop())
  const client = await connect(server)
  const isOpen = async () => (await client.query('select where not pg_is_in_recovery()')).rowCount
  await expect.poll(isOpen, { timeout: 20_000 }).toBe(1)
  return server
}

test('a shop is restored to the moment before a mistake: every event until then and none after, verify agrees, and it sells on', async () => {
  const place = await newPlace()
  const server = await startArchiving(place)
  const shop = await openShop(urlOf(server))
  const admin = await signedIn(shop, { admin: true })
  const kept = await makeProduct(admin, { name: 'Teclado Kyntra 60' })
  const client = await connect(server)
  await backUp(client, join(place.folder, 'data'), join(place.folder, 'copy'))
  const since = await makeProduct(admin, { name: 'Mouse Kyntra Pulse' })
  const head = await shop.core.store.head()
  const { rows } = await client.query<{ moment: string }>('select clock_timestamp()::text as moment')
  const mistaken = await makeProduct(admin, { name: 'Un error' })
  await shop.stop()
  await archived(client)
  await client.end()
  await server.stop()

  const restored = await restoreTo(rows[0]?.moment ?? '', place)
  const sellsOn = await openShop(urlOf(restored))
  onTestFinished(() => sellsOn.stop())
  expect(await sellsOn.core.store.head()).toBe(head)
  const visitor = sellsOn.client()
  const statuses = [kept, since, mistaken].map(async (id) => (await visitor.get(`/api/product/${id}`)).status)
  expect(await Promise.all(statuses)).toEqual([200, 200, 404])
  await signedIn(sellsOn, { name: 'Persona Nueva' })
  const ops = opsOn({ core: sellsOn.core, ownerPool: openOwnerPool(urlOf(restored), onTestFinished) })
  await expect.poll(async () => (await ops('status', '--max-lag', '1')).code, { timeout: 10_000 }).toBe(0)
  expect(await ops('verify')).toMatchObject({ code: 0 })
})
