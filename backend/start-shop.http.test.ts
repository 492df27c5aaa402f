// How a shop starts on a database that older code has written.
import { describe, expect } from 'vitest'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { withLease } from '#backend/eventstore/projections/rebuild.ts'
import { additions, openOwnerPool, openTestCore } from '#backend/testing/core-fixture.ts'
import { openShop, signedIn } from '#backend/testing/shop-fixture.ts'
import { createDatabase, test } from '#scripts/testing/database.ts'

test('[F18] while a read model is rebuilt for a new version, the others are fed and jobs are done; ready comes after', async ({
  databaseUrl,
}) => {
  const core = await openTestCore(databaseUrl)
  const owner = openOwnerPool(databaseUrl)
  const port = String(await freePort())
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined))?.status
  const behind = async () =>
    (
      await owner.query("select 1 from es.subscriptions where name in ('catalogue', 'jobs') and pos < $1", [
        await core.store.head(),
      ])
    ).rowCount
  try {
    await (await openShop(databaseUrl)).stop()
    await core.store.append(additions(1, null))
    await owner.query("update es.subscriptions set version = 0 where name = 'carts'")
    let starting: ReturnType<typeof openShop> | undefined
    await withLease(owner, 'carts', async () => {
      starting = openShop(databaseUrl, { env: { PORT: port } })
      await expect.poll(behind).toBe(0)
      expect(await ready()).toBe(503)
    })
    const shop = await starting
    await expect.poll(ready).toBe(200)
    await shop?.stop()
  } finally {
    await owner.end()
    await core.close()
  }
})

test('the running shop is logged in as a role that owns nothing', async ({ databaseUrl }) => {
  const shop = await openShop(databaseUrl)
  const owner = openOwnerPool(databaseUrl)
  try {
    const sessions = async () => {
      const { rows } = await owner.query(
        `select distinct usename like 'gamertech\\_%' as own, application_name as name from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() order by 2`,
      )
      return rows
    }
    // What makes read models and sweeps keeps the owner's rights, on connections of its own; a sweep ends soon.
    const owners = async () => (await sessions()).filter(({ own }) => !own).map(({ name }) => name)
    await expect.poll(owners).toEqual(['gamertech start'])
    expect((await sessions()).length).toBeGreaterThan(2)
  } finally {
    await owner.end()
    await shop.stop()
  }
})

test('another DATA_KEY than the one the people were sealed with keeps a shop from starting', async () => {
  const { databaseUrl, drop } = await createDatabase()
  try {
    const shop = await openShop(databaseUrl)
    await signedIn(shop)
    await shop.stop()
    const other = { env: { DATA_KEY: Buffer.alloc(32, 8).toString('base64') } }
    await expect(openShop(databaseUrl, other)).rejects.toThrow('La variable DATA_KEY no es la clave')
    await (await openShop(databaseUrl)).stop()
  } finally {
    await drop()
  }
})

describe('roles', () => {
  const as = (role: string, more: Record<string, string> = {}) => ({ env: { ROLE: role, ...more } })

  test('a process that serves appends and does nothing else; one that works feeds, does the jobs, and has no page', async ({
    onTestFinished,
  }) => {
    const { databaseUrl, drop } = await createDatabase()
    onTestFinished(drop)
    const web = await openShop(databaseUrl, as('web'))
    onTestFinished(() => web.stop())
    const person = await signedIn(web)
    const done = async () =>
      (await web.core.pool.query("select from job.job where name = 'send-account-mail' and state = 'completed'"))
        .rowCount
    const fed = async () =>
      (await web.core.pool.query("select from es.subscriptions where name = 'users' and pos > 0")).rowCount
    expect((await person.get('/api/ready')).status).toBe(200)
    expect((await person.get('/api/session')).body.user.id).toBe(person.id)
    expect([await fed(), await done()]).toEqual([0, 0])

    const worker = await openShop(databaseUrl, as('worker'))
    onTestFinished(() => worker.stop())
    await expect.poll(fed).toBe(1)
    await expect.poll(done).toBe(1)
    const address = `http://127.0.0.1:${worker.config.port}`
    const statuses = ['/api/health', '/api/ready', '/metrics', '/', '/api/catalogue', '/api/session'].map(
      async (path) => (await fetch(address + path)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404, 404, 404])
  })

  test('a process that serves waits until a worker of its release has made the rows of its version', async ({
    onTestFinished,
  }) => {
    const { databaseUrl, drop } = await createDatabase()
    const owner = openOwnerPool(databaseUrl)
    onTestFinished(async () => {
      await owner.end()
      await drop()
    })
    await (await openShop(databaseUrl)).stop()
    await owner.query("update es.subscriptions set version = 0 where name = 'carts'")
    const outdated = async () =>
      (await owner.query("select from es.subscriptions where name = 'carts' and state = 'live' and version = 0"))
        .rowCount
    const port = String(await freePort())
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined))?.status

    const told = new AbortController()
    const ended = openShop(databaseUrl, { ...as('web', { PORT: port }), signal: told.signal })
    await expect.poll(ready).toBe(503)
    told.abort()
    await (await ended).stop()
    expect(await outdated()).toBe(1)

    const waiting = openShop(databaseUrl, as('web', { PORT: port }))
    await expect.poll(ready).toBe(503)
    const worker = await openShop(databaseUrl, as('worker'))
    const web = await waiting
    expect([await outdated(), await ready()]).toEqual([0, 200])
    await Promise.all([web.stop(), worker.stop()])
  })
})

test('[T46] a start sweeps away sessions and login counts that are over, and nothing else', async ({ databaseUrl }) => {
  const first = await openShop(databaseUrl)
  const { id } = await signedIn(first)
  const { pool } = first.core
  await pool.query(
    `insert into auth.sessions (hash, user_id, created_at, expires_at, account_version, is_admin, session_epoch)
     values ('\\x01', 77, now() - interval '1 hour', now() - interval '1 minute', 1, false, 0)`,
  )
  await pool.query(
    "insert into auth.rate_limits (key, points, expire) values ('login:over', 3, $1), ('login:counts', 3, $2)",
    [Date.now() - 1, Date.now() + 600_000],
  )
  await first.stop()
  const second = await openShop(databaseUrl)
  const read = async (sql: string) => (await second.core.pool.query<{ it: string }>(sql)).rows.map(({ it }) => it)
  await expect.poll(() => read('select user_id::text as it from auth.sessions')).toEqual([String(id)])
  await expect
    .poll(() => read("select key as it from auth.rate_limits where key like 'login:%'"))
    .toEqual(['login:counts'])
  await second.stop()
})

test('while the database is away, requests are told to come back soon', async () => {
  const { databaseUrl, drop } = await createDatabase()
  const shop = await openShop(databaseUrl)
  try {
    const person = await signedIn(shop)
    await drop()
    const away = await person.get('/api/purchase')
    expect([away.status, away.headers.get('retry-after'), away.body.code]).toEqual([503, '2', 'unavailable'])
  } finally {
    await shop.stop()
    await drop()
  }
})
