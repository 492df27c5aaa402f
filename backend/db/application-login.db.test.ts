// What a statement on a connection of the application can do at worst: the same as the application.
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '#scripts/testing/database.ts'
import { applicationUrl, MayNotCreateRoles } from './application-login.ts'
import { createPool } from './database.ts'
import { pgErrors } from './pg-errors.ts'

const secret = randomBytes(32)

test('[T47 partial] the application logs in as a role that owns nothing, and leaving its role gives it no right', async ({
  databaseUrl,
}) => {
  const urls = await Promise.all([1, 2, 3].map(() => applicationUrl(databaseUrl, secret)))
  expect(new Set(urls).size).toBe(1)
  const pool = createPool(urls[0] ?? '', { max: 1 })
  const client = await pool.connect()
  try {
    const { rows } = await client.query('select current_user, session_user <> current_user as has_login')
    expect(rows).toEqual([{ current_user: 'gamertech_app', has_login: true }])
    await client.query('set role none')
    for (const sql of [
      'update es.events set meta = meta',
      'truncate es.events',
      'alter table es.events disable trigger append_only',
      'select wrapped_key from keys.subjects',
      "select pg_read_file('/etc/passwd')",
      "copy (select 1) to program 'true'",
      'set role postgres',
      'create role intruder',
      'create table public.stolen (id int)',
    ])
      await expect(client.query(sql), sql).rejects.toMatchObject({ code: pgErrors.insufficientPrivilege })
    const owned = await client.query(
      'select count(*)::int as n from pg_class where pg_get_userbyid(relowner) = session_user',
    )
    expect(owned.rows).toEqual([{ n: 0 }])
  } finally {
    client.release()
    await pool.end()
  }
})

test('another secret gets another login; one beside does not end the other', async ({ databaseUrl }) => {
  const [first, second] = [
    await applicationUrl(databaseUrl, secret),
    await applicationUrl(databaseUrl, randomBytes(32)),
  ]
  expect(new URL(first).username).not.toBe(new URL(second).username)
  for (const url of [first, second, await applicationUrl(databaseUrl, secret)]) {
    const pool = createPool(url, { max: 1 })
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  }
})

test('an owner that may not make roles is told so', async ({ databaseUrl }) => {
  const limited = await applicationUrl(databaseUrl, secret)
  await expect(applicationUrl(limited, randomBytes(32))).rejects.toThrow(MayNotCreateRoles)
})
