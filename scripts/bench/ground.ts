// The benchmarks' database server: one durable PostgreSQL per run, with fresh databases.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { createPool } from '#backend/db/database.ts'
import { startEmbeddedPostgres } from '#backend/db/embedded-postgres/embedded-postgres.ts'
import { migrate } from '#backend/db/migrate.ts'
import type { Core } from '#backend/shop.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import type { Finding } from './measure.ts'

/** Sizes as typed, in place of a benchmark's own. */
export type Asked = {
  products?: number | undefined
  events?: number | undefined
  seconds?: number | undefined
  rounds?: number | undefined
  lighthouse?: boolean | undefined
}
export type Bench = {
  run(ground: Ground, asked: Asked): Promise<Finding[]>
  /** Runs only if it is named. */
  isLong?: true
}
export type Ground = {
  /** Migrated. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

export async function openGround(): Promise<Ground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-bench-'))
  const database = await startEmbeddedPostgres({ dataDir })
  const admin = createPool(database.url, { as: 'owner', max: 1, name: 'bench' })
  let count = 0
  return {
    async createDatabase() {
      const name = `bench_${++count}`
      await admin.query(`create database ${name}`)
      const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).href
      await migrate(url)
      return url
    },
    async stop() {
      await admin.end()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The shop's core without a process of its own, and plain node-pg with 16 connections on the same database. */
export async function openCoreOn(databaseUrl: string, opened: AsyncDisposableStack): Promise<[Core, pg.Pool]> {
  const core = await openCoreUnderTest(databaseUrl, opened)
  const raw = createPool(databaseUrl, { as: 'owner', max: 16, name: 'bench', limits: false })
  opened.defer(() => raw.end())
  return [core, raw]
}
