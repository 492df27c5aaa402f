// Back to a moment: a base backup and the archive of what was written since, as operators keep them.
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, type Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createCluster, launchPostgres, type PostgresServer } from '#backend/db/embedded-postgres/postgres-process.ts'
import { migrate } from '#backend/db/migrate.ts'
import { listPartitions, type Partition } from '#backend/eventstore/log/partitions/partitions.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { additions } from '#backend/testing/core-fixture.ts'
import { makeProduct, openShop, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'

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

/** Copies of the running server's files and of its slow disk, with what says from where its log has to be read and where that disk is now. */
async function backUp(owner: Pool, { folder, slow }: Place): Promise<void> {
  const [copy, copyOfSlow] = [join(folder, 'copy'), join(folder, 'slow-copy')]
  // It has to be one session that begins and ends it.
  const client = await owner.connect()
  await client.query("select pg_backup_start('night', true)")
  await promisify(execFile)('cp', ['-a', join(folder, 'data'), copy])
  await promisify(execFile)('cp', ['-a', slow, copyOfSlow])
  const sql = 'select labelfile as label, spcmapfile as map from pg_backup_stop(false)'
  const { rows } = await client.query<{ label: string; map: string }>(sql)
  client.release()
  await give(copy, 'backup_label', rows[0]?.label ?? '')
  await give(copy, 'tablespace_map', rows[0]?.map.replace(slow, copyOfSlow) ?? '')
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(copy, name), { force: true })
}

type Place = { folder: string; archive: string; slow: string }

async function newPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'gamertech-recovery-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const archive = join(folder, 'archive')
  await mkdir(archive)
  await chmod(archive, 0o777)
  return { folder, archive, slow: join(folder, 'slow') }
}

/** A migrated server that keeps what it writes, and has a slow disk for old partitions. */
async function startArchiving({ folder, archive, slow }: Place): Promise<PostgresServer> {
  const dataDir = join(folder, 'data')
  await createCluster({ dataDir, password, durable: false })
  const archiving = { archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` }
  const server = await launchPostgres({ dataDir, logFile: join(folder, 'log'), settings: { ...durable, ...archiving } })
  onTestFinished(() => server.stop())
  await migrate(urlOf(server))
  await mkdir(slow, { mode: 0o700 })
  const { uid, gid } = await stat(dataDir)
  await chown(slow, uid, gid)
  const client = await connect(server)
  await client.query(`create tablespace slow location '${slow}'`)
  await client.end()
  return server
}

/** Everything that was written is in the archive. */
async function archived(owner: Pool): Promise<void> {
  await owner.query('select pg_switch_wal()')
  const sql = 'select from pg_stat_archiver where last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1)'
  await expect.poll(async () => (await owner.query(sql)).rowCount).toBe(1)
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
  await expect.poll(isOpen).toBe(1)
  return server
}

/** Appends to carts of their own until the log has come to a position. */
async function fillUpTo({ core: { store } }: Shop, position: number): Promise<void> {
  for (let cart = 900 + position; (await store.head()) < position; cart++) await store.append(additions(cart, 0, 100))
}

/** Those that hold events: empty ones are made whenever they lack. */
async function written(owner: Pool): Promise<Omit<Partition, 'bytes'>[]> {
  const partitions = await listPartitions(owner)
  return partitions.filter(({ events }) => (events ?? 0) > 0).map((one) => ({ ...one, bytes: 0 }))
}

/** Divides the log, moves what is full to the slow disk, and makes a backup between two such moves: the second is in the archive alone. */
async function divideAndBackUp(shop: Shop, owner: Pool, place: Place): Promise<void> {
  const ops = opsOn({ core: shop.core, ownerPool: owner })
  const operate = async (...args: string[]) => expect(await ops('partitions', ...args)).toMatchObject({ code: 0 })
  await operate('begin', '--size', '1000')
  await fillUpTo(shop, 1100)
  await operate('move', 'events__1', '--tablespace', 'slow')
  await backUp(owner, place)
  await fillUpTo(shop, 2100)
  await operate('move', 'events__2', '--tablespace', 'slow')
}

test('a shop whose log is in partitions is restored to the moment before a mistake: every event until then and none after, verify agrees, and it sells on', async () => {
  const place = await newPlace()
  const server = await startArchiving(place)
  const shop = await openShop(urlOf(server))
  const owner = openOwnerPool(urlOf(server), onTestFinished)
  const admin = await signedIn(shop, { admin: true })
  const kept = await makeProduct(admin, { name: 'Teclado Kyntra 60' })
  await divideAndBackUp(shop, owner, place)
  const since = await makeProduct(admin, { name: 'Mouse Kyntra Pulse' })
  const [head, partitions] = [await shop.core.store.head(), await written(owner)]
  expect(partitions.map(({ tablespace }) => tablespace)).toEqual(['slow', 'slow', 'pg_default'])
  const { rows } = await owner.query<{ moment: string }>('select clock_timestamp()::text as moment')
  const mistaken = await makeProduct(admin, { name: 'Un error' })
  await shop.stop()
  await owner.query('drop table es.events__1')
  await archived(owner)
  await server.stop()
  for (const lost of [join(place.folder, 'data'), place.slow]) await rm(lost, { recursive: true })

  const restored = await restoreTo(rows[0]?.moment ?? '', place)
  const sellsOn = await openShop(urlOf(restored))
  onTestFinished(() => sellsOn.stop())
  const ownerPool = openOwnerPool(urlOf(restored), onTestFinished)
  expect(await written(ownerPool)).toEqual(partitions)
  expect(await sellsOn.core.store.head()).toBe(head)
  const visitor = sellsOn.client()
  const statuses = [kept, since, mistaken].map(async (id) => (await visitor.get(`/api/product/${id}`)).status)
  expect(await Promise.all(statuses)).toEqual([200, 200, 404])
  await signedIn(sellsOn, { name: 'Persona Nueva' })
  const ops = opsOn({ core: sellsOn.core, ownerPool })
  await expect.poll(async () => (await ops('status', '--max-lag', '1')).code).toBe(0)
  expect(await ops('verify')).toMatchObject({ code: 0 })
})
