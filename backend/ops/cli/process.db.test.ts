// The command line as a process of its own: it ends well when it is told to, and when nobody reads on.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, onTestFinished, vi } from 'vitest'
import { createPool } from '#backend/db/database.ts'
import { additions, test as coreTest } from '#backend/testing/core-fixture.ts'
import { administer, databaseOf } from '#scripts/testing/cluster.ts'
import { createDatabaseOfBefore } from '#scripts/testing/database.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'

// Each test starts processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const test = coreTest
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'gamertech-ops-'))
    onCleanup(() => rm(folder, { recursive: true, force: true }))
    return folder
  })
  .extend('start', ({ core, folder }) => (...args: string[]) => {
    const env = { DATABASE_URL: core.databaseUrl, DATA_DIR: folder }
    return spawn(process.execPath, [join(import.meta.dirname, '../ops.ts'), ...args], { env })
  })

/** The command line with this environment, to its end. */
async function run(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../ops.ts'), ...args], { env })
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  return { ...(await ended(child)), out }
}

async function ended(child: ChildProcess): Promise<{ code: number | null; err: string }> {
  let err = ''
  child.stderr?.on('data', (chunk) => {
    err += String(chunk)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, err }
}

test('a reader that goes away ends what it was read to, without a trace of an error', async ({ core, start }) => {
  await core.store.append(additions(7, null, 20))
  const child = start('events', '--tail')
  const end = ended(child)
  await once(child.stdout, 'data')
  child.stdout.destroy()
  for (let nth = 0; child.exitCode === null && nth < 100; nth++) {
    await core.store.append(additions(7, null))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { code, err } = await end
  expect(err).not.toMatch(/Error|EPIPE/)
  expect([0, 130]).toContain(code)
})

test('Ctrl-C ends the tail with 0', async ({ core, start }) => {
  await core.store.append(additions(7, null, 20))
  const child = start('events', '--tail')
  const end = ended(child)
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await end).toEqual({ code: 0, err: '' })
})

test('Ctrl-C ends a statement that would take long, with 130', async ({ core, start }) => {
  // A session without limits: one of the shop's own would be ended while the command line is still starting.
  const holder = new Client({ connectionString: core.databaseUrl })
  await holder.connect()
  await holder.query('begin; select pg_advisory_xact_lock(4242)')
  const child = start('import', '-')
  try {
    const end = ended(child)
    const waiting = `select from pg_locks where locktype = 'advisory' and objid = 4242 and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await core.pool.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1)
    child.kill('SIGINT')
    expect(await end).toEqual({ code: 130, err: 'Interrumpido.\n' })
  } finally {
    child.kill('SIGKILL')
    await holder.end()
  }
})

test('a command waits for a database that lets callers of a shop go away', async ({ core, folder }) => {
  const network = await FaultProxy.open(core.databaseUrl)
  const impatient = createPool(network.databaseUrl, { name: 'gamertech writes' })
  try {
    network.hold(['gamertech writes', 'gamertech append', 'gamertech reads', 'gamertech notifications'])
    const ending = run({ DATABASE_URL: network.databaseUrl, DATA_DIR: folder }, 'status')
    await expect(impatient.query('select 1')).rejects.toThrow('timeout')
    network.heal()
    expect(await ending).toMatchObject({ code: 0, err: '' })
  } finally {
    await impatient.end()
    await network.close()
  }
})

test('a mistyped DATA_DIR is named and nothing is made there, nor by a command that would change something', async ({
  folder,
}) => {
  const mistyped = join(folder, 'mistyped')
  const sentence = `En DATA_DIR (${mistyped}) no hay una tienda, y DATABASE_URL no está puesta.\n`
  for (const args of [['status'], ['erase', '1', '--yes']])
    expect(await run({ DATA_DIR: mistyped }, ...args)).toEqual({ code: 1, err: sentence, out: '' })
  await expect(stat(mistyped)).rejects.toThrow('ENOENT')
})

test('looking at a database without a shop makes none', async ({ folder }) => {
  await administer(inject('adminUrl'), 'drop database if exists ops_looks with (force)')
  await administer(inject('adminUrl'), 'create database ops_looks')
  const DATABASE_URL = databaseOf(inject('adminUrl'), 'ops_looks')
  const { code, err, out } = await run({ DATABASE_URL, DATA_DIR: folder }, 'status')
  expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^En esa base de datos no hay una tienda/)])
  const client = new Client({ connectionString: DATABASE_URL })
  await client.connect()
  const { rows } = await client.query("select nspname from pg_namespace where nspname in ('es', 'rm', 'job', 'auth')")
  await client.end()
  expect(rows).toEqual([])
})

test('a database of before the first release is refused in one sentence, whatever is asked of it', async ({
  folder,
}) => {
  const { databaseUrl, drop } = await createDatabaseOfBefore()
  onTestFinished(drop)
  for (const args of [['status'], ['verify'], ['export', '-'], ['erase', '1', '--yes']])
    expect(await run({ DATABASE_URL: databaseUrl, DATA_DIR: folder }, ...args)).toEqual({
      code: 1,
      err: expect.stringMatching(
        /^La base de datos es de otra versión de GamerTech, [^.\n]*\(su 0002_append\.sql no es de esta\): hay que empezar con una base vacía, [^.\n]*\.\n$/,
      ),
      out: '',
    })
})

test('looking says that the schema is older or newer than the program, beside the output, and leaves it', async ({
  core,
  folder,
}) => {
  const env = { DATABASE_URL: core.databaseUrl, DATA_DIR: folder }
  const owner = new Client({ connectionString: core.databaseUrl })
  await owner.connect()
  const applied = async () => (await owner.query('select * from public.schema_migrations order by name')).rows
  try {
    await owner.query("insert into public.schema_migrations (name, sha256) values ('9999_later.sql', 'x')")
    const newer = await run(env, 'status', '--json')
    expect([newer.code, newer.err]).toEqual([0, expect.stringMatching(/posterior al de este programa.*9999_later/)])
    expect(JSON.parse(newer.out)).toHaveProperty('head')
    await owner.query("delete from public.schema_migrations where name = '9999_later.sql'")
    const before = await applied()
    const last = before.at(-1)
    await owner.query('delete from public.schema_migrations where name = $1', [last.name])
    const older = await run(env, 'status')
    expect([older.code, older.err]).toEqual([0, expect.stringContaining(`le falta (${last.name})`)])
    expect(await applied()).toEqual(before.slice(0, -1))
    await owner.query('insert into public.schema_migrations values ($1, $2, $3)', Object.values(last))
  } finally {
    await owner.end()
  }
})
