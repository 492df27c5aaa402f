// The command line as a process of its own: it ends well when it is told to, and when nobody reads on.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test as storeTest } from '#backend/eventstore/testing/store-fixture.ts'
import { additions } from '#backend/eventstore/testing/test-store.ts'

const test = storeTest
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'gamertech-ops-'))
    onCleanup(() => rm(folder, { recursive: true, force: true }))
    return folder
  })
  .extend('start', ({ core, folder }) => (...args: string[]) => {
    const env = { DATABASE_URL: core.databaseUrl, DATA_DIR: folder }
    return spawn(process.execPath, [join(import.meta.dirname, '../ops.ts'), ...args], { env })
  })

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
  const held = await core.pool.connect()
  await held.query('begin; select pg_advisory_xact_lock(4242)')
  const child = start('import', '-')
  const end = ended(child)
  for (let tries = 0; tries < 200; tries++) {
    const { rowCount } = await core.pool.query(
      "select from pg_locks where locktype = 'advisory' and objid = 4242 and not granted",
    )
    if (rowCount !== 0) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGINT')
  const ending = await end
  await held.query('rollback')
  held.release()
  expect(ending).toEqual({ code: 130, err: 'Interrumpido.\n' })
})
