// The benchmarks' database server: one durable PostgreSQL per run, with fresh databases for the shop, raw node-pg and
// the peer.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { createPool } from '#backend/db/database.ts'
import { startEmbeddedPostgres } from '#backend/db/embedded-postgres/embedded-postgres.ts'
import { runningPostmaster } from '#backend/db/embedded-postgres/postgres-process.ts'
import { migrate } from '#backend/db/migrate.ts'
import { type Core, openCore } from '#backend/shop.ts'
import { openPeer, type Peer } from '#scripts/bench/emmett/emmett.ts'
import { cpuSecondsOfFamily } from '#scripts/testing/processor-time.ts'

/** Same columns, key and index as es.events; the position comes from a sequence. */
const rawTable = `create table public.raw_events (
  pos bigint generated always as identity primary key, stream_id uuid not null, version int not null, type smallint not null,
  schema_version smallint not null, data json not null, meta json not null, at timestamptz not null default clock_timestamp(),
  unique (stream_id, version))`

/**
 * `shop`: the shop's core. `raw`: plain node-pg on the shop's database, at most 16 connections. `peer`: Emmett on its
 * own database.
 */
export type Contest = { core: Core; raw: pg.Pool; peer: Peer; peerUrl: string; close(): Promise<void> }
export type Ground = {
  url: string
  cpuSeconds(): Promise<number>
  createDatabase(): Promise<string>
  openContest(): Promise<Contest>
  stop(): Promise<void>
}

export async function openGround(): Promise<Ground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-bench-'))
  const database = await startEmbeddedPostgres({ dataDir })
  const admin = createPool(database.url, { as: 'owner', max: 1, name: 'bench' })
  let count = 0
  const createDatabase = async () => {
    const name = `bench_${++count}`
    await admin.query(`create database ${name}`)
    return Object.assign(new URL(database.url), { pathname: `/${name}` }).href
  }
  const postmaster = (await runningPostmaster(join(dataDir, 'postgres'))) ?? 0
  return {
    url: database.url,
    cpuSeconds: () => cpuSecondsOfFamily(postmaster),
    createDatabase,
    openContest: async () => openContest(await createDatabase(), await createDatabase()),
    async stop() {
      await admin.end()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function openContest(shopUrl: string, peerUrl: string): Promise<Contest> {
  await migrate(shopUrl)
  const core = await openCore({
    databaseUrl: shopUrl,
    dataKey: Buffer.alloc(32, 1),
    sessionSecret: 'b'.repeat(40),
  })
  const raw = createPool(shopUrl, { as: 'owner', max: 16, name: 'raw', limits: false })
  await raw.query(rawTable)
  const peer = await openPeer(peerUrl)
  const close = async () => {
    await Promise.all([raw.end(), core.close(), peer.close()])
  }
  return { core, raw, peer, peerUrl, close }
}
