// The vitest `test` of database tests: its file gets a fresh, migrated PostgreSQL database of its own.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { test as base, inject } from 'vitest'
import { administer, databaseOf, templateName } from '#scripts/testing/cluster.ts'

/** Makes one more fresh, migrated database; the caller drops it. */
export async function createDatabase(): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const adminUrl = inject('adminUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  await administer(adminUrl, `create database ${name} template ${templateName} strategy file_copy`)
  const drop = () => administer(adminUrl, `drop database if exists ${name} with (force)`)
  return { databaseUrl: databaseOf(adminUrl, name), drop }
}

/** `databaseUrl`: a migrated, otherwise empty database shared by the tests of one file, dropped after them. */
export const test = base.extend('databaseUrl', { scope: 'file' }, async ({}, { onCleanup }) => {
  const { databaseUrl, drop } = await createDatabase()
  onCleanup(drop)
  return databaseUrl
})

/** The rows of one statement, over a connection of its own. */
export async function rowsOf<Row = unknown>(databaseUrl: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
