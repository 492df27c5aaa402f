// Migrations: repeated, at once from several processes, and changed behind our back.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished } from 'vitest'
import { migrate } from '#backend/db/migrate.ts'
import { OtherSchema, readMigrations, readSchemaAge } from '#backend/db/schema-age.ts'
import { administer, databaseOf } from '#scripts/testing/cluster.ts'
import { createDatabaseOfBefore, rowsOf, test } from '#scripts/testing/database.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'

async function emptyDatabase(name: string): Promise<string> {
  await administer(inject('adminUrl'), `drop database if exists ${name} with (force)`)
  await administer(inject('adminUrl'), `create database ${name}`)
  return databaseOf(inject('adminUrl'), name)
}

/** A folder of migrations with one routine, `answer()`. */
async function releaseWith(file: string, body: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gamertech-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'routines'))
  const sql = `create or replace function answer() returns int language sql as $$ ${body} $$;`
  await writeFile(join(folder, 'routines', file), sql)
  return folder
}

describe('migrate', () => {
  test('records each file once and changes nothing when repeated', async ({ databaseUrl }) => {
    const select = 'select name, sha256, applied_at from public.schema_migrations order by name'
    const before = await rowsOf<{ name: string }>(databaseUrl, select)
    await migrate(databaseUrl)
    expect(await rowsOf(databaseUrl, select)).toEqual(before)
    expect(before.map((row) => row.name)).toEqual((await readMigrations()).map((file) => file.name))
  })

  test('three starts at once on one database and one on a second do not disturb each other', async () => {
    const one = await emptyDatabase('migrate_one')
    const two = await emptyDatabase('migrate_two')
    await Promise.all([migrate(one), migrate(one), migrate(one), migrate(two)])
    for (const url of [one, two]) {
      const rows = await rowsOf(url, 'select name from public.schema_migrations')
      expect(rows).toHaveLength((await readMigrations()).length)
    }
  })

  test('the application role may use the job tables, owns nothing there and makes nothing that an owner would run', async ({
    databaseUrl,
  }) => {
    const sql = `select has_schema_privilege('gamertech_app', 'job', 'usage') as usage,
      bool_and(has_table_privilege('gamertech_app', format('job.%I', tablename), 'insert')) as tables,
      bool_or(has_table_privilege('gamertech_app', format('job.%I', tablename), 'trigger, truncate, references')) as more,
      has_schema_privilege('gamertech_app', 'job', 'create') as makes,
      count(*) filter (where tableowner = 'gamertech_app')::int as owned from pg_tables where schemaname = 'job'`
    expect(await rowsOf(databaseUrl, sql)).toEqual([{ usage: true, tables: true, more: false, makes: false, owned: 0 }])
  })

  test('a server that goes away in the middle is an error, and the next try goes on from there', async () => {
    const proxy = await FaultProxy.open(await emptyDatabase('migrate_cut'))
    onTestFinished(() => proxy.close())
    proxy.arm({ when: 'request', of: 'create table es.streams' })
    await expect(migrate(proxy.databaseUrl)).rejects.toThrow(/terminated/)
    expect(proxy.cuts).toBe(1)
    await migrate(proxy.databaseUrl)
    expect(await readSchemaAge(proxy.databaseUrl)).toEqual({ age: 'current' })
  })

  test('refuses a file that changed after it was applied, and keeps nothing of a file that fails', async () => {
    const url = await emptyDatabase('migrate_changed')
    const folder = await mkdtemp(join(tmpdir(), 'gamertech-migrations-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, '0001_first.sql'), 'create table first (id int);')
    await migrate(url, folder)
    await writeFile(join(folder, '0002_second.sql'), 'create table second (id int); select nonsense;')
    await expect(migrate(url, folder)).rejects.toThrow(/0002_second\.sql/)
    expect(await rowsOf(url, `select to_regclass('second') as second`)).toEqual([{ second: null }])
    await writeFile(join(folder, '0001_first.sql'), 'create table first (id bigint);')
    await expect(migrate(url, folder)).rejects.toThrow('(su 0001_first.sql no es de esta)')
  })

  test('a routine is replaced by its next revision, and an older release that starts again leaves it alone', async () => {
    const url = await emptyDatabase('migrate_routines')
    const [older, newer] = [
      await releaseWith('answer.9.sql', 'select 9'),
      await releaseWith('answer.10.sql', 'select 10'),
    ]
    const recorded = () => rowsOf(url, "select name from public.schema_migrations where name like 'routines/%'")
    await migrate(url, older)
    expect(await rowsOf(url, 'select answer()')).toEqual([{ answer: 9 }])
    expect(await readSchemaAge(url, newer)).toEqual({ age: 'older', migrations: ['routines/answer.10.sql'] })
    for (const folder of [newer, older, newer]) await migrate(url, folder)
    expect(await rowsOf(url, 'select answer()')).toEqual([{ answer: 10 }])
    expect(await recorded()).toEqual([{ name: 'routines/answer.10.sql' }])
    expect(await readSchemaAge(url, older)).toEqual({ age: 'newer', migrations: ['routines/answer.10.sql'] })
    expect(await readSchemaAge(url, newer)).toEqual({ age: 'current' })
    await expect(migrate(url, await releaseWith('answer.10.sql', 'select 11'))).rejects.toThrow(OtherSchema)
  })

  test('says in one sentence that a database is of another version, and leaves it as it is', async () => {
    const { databaseUrl: url, drop } = await createDatabaseOfBefore()
    onTestFinished(drop)
    const recorded = 'select * from public.schema_migrations order by name'
    const refusal = async () => {
      const before = await rowsOf(url, recorded)
      const error = await migrate(url).catch((reason) => reason)
      expect(error).toBeInstanceOf(OtherSchema)
      expect(await rowsOf(url, recorded)).toEqual(before)
      return error.message
    }
    const sentence = (file: string) =>
      `La base de datos es de otra versión de GamerTech, cuyos datos esta no puede continuar ni importar (su ${file} no es de esta): hay que empezar con una base vacía, en otra DATABASE_URL u otra carpeta DATA_DIR.`
    expect(await refusal()).toBe(sentence('0002_append.sql'))
    await rowsOf(url, "insert into public.schema_migrations values ('0001_event_store.sql', 'a')")
    expect(await refusal()).toBe(sentence('0001_event_store.sql'))
    expect(await rowsOf(url, `select to_regnamespace('es') as es, to_regnamespace('job') as job`)).toEqual([
      { es: null, job: null },
    ])
  })

  test('makes the schemas of the shop and nothing for its fakes', async ({ databaseUrl }) => {
    const sql = `select nspname as name from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema' order by 1`
    const names = (await rowsOf<{ name: string }>(databaseUrl, sql)).map(({ name }) => name)
    expect(names).toEqual(['auth', 'batch', 'es', 'job', 'keys', 'operation', 'public', 'rm'])
  })
})
