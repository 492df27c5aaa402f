// The benchmarks' database server: one durable PostgreSQL per run, with fresh databases.
import type pg from 'pg'
import { createPool, withConnection } from '#backend/db/database.ts'
import { migrate } from '#backend/db/migrate.ts'
import type { Core } from '#backend/shop.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { openServer } from '#scripts/fault-injection/processes/server.ts'
import type { Finding } from './measure.ts'

export type Asked = {
  products?: number
  events?: number
  seconds?: number
  rounds?: number
  lighthouse?: boolean
}
/** `opened`: closes all that this benchmark opens. */
export type Ground = { createDatabase(): Promise<string>; opened: AsyncDisposableStack }
export type Bench = (ground: Ground, asked: Asked) => Promise<Finding[]>

export async function openGround(opened: AsyncDisposableStack): Promise<Ground['createDatabase']> {
  const { databaseUrl } = await openServer(opened, { fsync: 'on' })
  let count = 0
  return async () => {
    const name = `bench_${++count}`
    await withConnection(databaseUrl, (client) => client.query(`create database ${name}`))
    const url = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href
    await migrate(url)
    return url
  }
}

/** The shop's core without a process of its own, and plain node-pg with 16 connections on the same database. */
export async function openCoreOn({ createDatabase, opened }: Ground): Promise<[Core, pg.Pool]> {
  const databaseUrl = await createDatabase()
  const core = await openCoreUnderTest(databaseUrl, opened)
  const raw = createPool(databaseUrl, { as: 'owner', max: 16, name: 'bench', limits: false })
  opened.defer(() => raw.end())
  return [core, raw]
}
