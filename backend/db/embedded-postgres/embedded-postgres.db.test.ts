// The shop's own PostgreSQL: its data outlives a clean stop and a killed shop, and two shops never share a folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#scripts/testing/database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { runningPostmaster } from './postgres-process.ts'
import { isAlive } from './processes.ts'
import { shortenLog } from './server-log.ts'

let dataDir = ''
beforeAll(async () => {
  // A folder closed to every other account, as below /root.
  dataDir = await mkdtemp(join(tmpdir(), 'gamertech-embedded-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function shopInAnotherProcess(): Promise<{ child: ChildProcess; url: string }> {
  const code = `import { startEmbeddedPostgres } from './embedded-postgres.ts'
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(url)
    setInterval(() => {}, 1000)`
  const args = ['--input-type=module', '--eval', code]
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = await once(child.stdout, 'data')
  return { child, url: String(chunk).trim() }
}

test('[OPS-03 partial] data outlives a clean stop, which leaves no process and no lock', async () => {
  const first = await startEmbeddedPostgres({ dataDir })
  await rowsOf(first.url, 'create table kept (n int)')
  await rowsOf(first.url, 'insert into kept values (1)')
  const settings = `select name, setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'listen_addresses', 'server_encoding') order by name`
  expect(await rowsOf(first.url, settings)).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'server_encoding', setting: 'UTF8' },
    { name: 'synchronous_commit', setting: 'on' },
  ])
  const postmaster = await runningPostmaster(join(dataDir, 'postgres'))
  await first.stop()
  expect(postmaster && (await isAlive(postmaster))).toBe(false)
  await expect(stat(join(dataDir, 'postgres.owner'))).rejects.toThrow('ENOENT')
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)

  const second = await startEmbeddedPostgres({ dataDir })
  expect(await rowsOf(second.url, 'select n from kept')).toEqual([{ n: 1 }])
  await second.stop()
})

test('a killed shop leaves a server behind that the next start replaces, with every committed row', async () => {
  const { child, url } = await shopInAnotherProcess()
  await rowsOf(url, 'insert into kept values (2)')
  const orphan = await runningPostmaster(join(dataDir, 'postgres'))
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(orphan && (await isAlive(orphan))).toBe(true)

  const next = await startEmbeddedPostgres({ dataDir })
  expect(orphan && (await isAlive(orphan))).toBe(false)
  expect(await rowsOf(next.url, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }])
  await next.stop()
})

test('a folder whose shop is alive is refused and that shop keeps its server', async () => {
  const { child, url } = await shopInAnotherProcess()
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`proceso ${child.pid}`)
  expect(await rowsOf(url, 'select count(*)::int as rows from kept')).toEqual([{ rows: 2 }])
  const postmaster = await runningPostmaster(join(dataDir, 'postgres'))
  child.kill('SIGKILL')
  await once(child, 'exit')
  if (postmaster) process.kill(postmaster, 'SIGKILL')
})

test('a process id that another program took over does not stop the start', async () => {
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const rest = (await readFile(pidFile, 'utf8')).split('\n').slice(1)
  await writeFile(pidFile, [process.pid, ...rest].join('\n'))
  const server = await startEmbeddedPostgres({ dataDir })
  expect(await rowsOf(server.url, 'select count(*)::int as rows from kept')).toEqual([{ rows: 2 }])
  await server.stop()
})

test('[T45] the log names a failing statement, not the values of the row it fails on', async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir })
  try {
    await rowsOf(url, 'create table people (id int primary key, name text not null, mail text)')
    const client = new Client({ connectionString: url })
    await client.connect()
    const insert = () => client.query('insert into people values ($1, $2, $3)', [1, null, 'zoraida@correo.test'])
    await expect(insert()).rejects.toMatchObject({ detail: expect.stringContaining('zoraida@correo.test') })
    await client.end()
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('insert into people')
    expect(log).not.toContain('zoraida')
  } finally {
    await stop()
  }
})

test('a log that has become long is begun anew beside what it held, and the server goes on in it', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  const log = join(dataDir, 'postgres.log')
  const complain = (word: string) => rowsOf(server.url, `select ${word}`).catch(() => undefined)
  await complain('before_it')
  await shortenLog(log)
  expect(await readFile(log, 'utf8')).toContain('before_it')
  await shortenLog(log, 10)
  await complain('after_it')
  await server.stop()
  const now = await readFile(log, 'utf8')
  expect([now.includes('after_it'), now.includes('before_it'), now.includes('\0')]).toEqual([true, false, false])
  expect(await readFile(`${log}.1`, 'utf8')).toContain('before_it')
  expect((await stat(`${log}.1`)).mode & 0o777).toBe(0o600)
})
