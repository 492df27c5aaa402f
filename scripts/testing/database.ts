// The vitest `test` of database tests: every file gets a fresh, migrated database.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { test as base, inject } from 'vitest'
import { administer, databaseOf, templates } from '#scripts/testing/cluster.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'

export async function createDatabase(
  kind: keyof typeof templates = 'migrated',
): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const adminUrl = inject('adminUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  await administer(adminUrl, `create database ${name} template ${templates[kind]} strategy file_copy`)
  const drop = () => {
    // A shop that is still on it says so.
    allowErrors(/database .+ does not exist|terminating connection/)
    return administer(adminUrl, `drop database if exists ${name} with (force)`)
  }
  return { databaseUrl: databaseOf(adminUrl, name), drop }
}

/** A database as a build from before the first release left it: its migrations are files that no longer exist. */
export async function createDatabaseOfBefore(): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const adminUrl = inject('adminUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  await administer(adminUrl, `create database ${name}`)
  const databaseUrl = databaseOf(adminUrl, name)
  await rowsOf(
    databaseUrl,
    `create table public.schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now());
     insert into public.schema_migrations (name, sha256) select name, 'of before' from unnest(array['0002_append.sql', '0003_keys.sql',
       '0021_newcomer_holds.sql', 'routines/append.6.sql', 'routines/append_one.4.sql']) name`,
  )
  return { databaseUrl, drop: () => administer(adminUrl, `drop database ${name} with (force)`) }
}

const openDatabase =
  (kind: keyof typeof templates) =>
  async ({}, { onCleanup }: { onCleanup: (drop: () => Promise<void>) => void }): Promise<string> => {
    const { databaseUrl, drop } = await createDatabase(kind)
    onCleanup(drop)
    return databaseUrl
  }

/** A migrated, empty database shared by one file's tests and dropped afterwards. */
export const test = base.extend('databaseUrl', { scope: 'file' }, openDatabase('migrated'))

/** The same where a shop was started once, so that the next one starts at once. */
export const startedTest = base.extend('databaseUrl', { scope: 'file' }, openDatabase('started'))

/** Gives each try of a drill a new database, since a drill counts from one. */
export const drillTest = base.extend('databaseUrl', openDatabase('migrated'))

export async function rowsOf<Row = unknown>(databaseUrl: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
