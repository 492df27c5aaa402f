// The first of the README's two commands as a newcomer types it: in a copy of the sources, with nothing installed and nothing set but where npm keeps its downloads.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test as base, expect } from 'vitest'
import { processEnvironment } from '#backend/config/process-environment.mjs'
import { runningPostmaster } from '#backend/db/embedded-postgres/postgres-process.ts'
import { isAlive } from '#backend/db/embedded-postgres/processes.ts'

const root = join(import.meta.dirname, '..')

/** The files that git has or would take, in a folder of their own. */
const test = base.extend('clone', async ({}, { onCleanup }) => {
  const clone = await mkdtemp(join(tmpdir(), 'gamertech-clone-'))
  onCleanup(() => rm(clone, { recursive: true, force: true, maxRetries: 5 }))
  const list = spawn('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], { cwd: root })
  const files = (await text(list.stdout)).split('\n').filter((path) => path !== '')
  for (const path of files) await cp(join(root, path), join(clone, path)).catch(ifGone)
  return clone
})

/** A file that is deleted and not committed yet. */
function ifGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isOurs = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, () => resolve(true))
  })
  if (isOurs) await new Promise((resolve) => server.close(resolve))
  return isOurs
}

/** `npm start` with no variable but PATH and npm's cache, as the leader of its process group; resolves with what it printed once it is up. */
async function npmStart(cwd: string): Promise<{ child: ChildProcess; printed: string }> {
  const { PATH, npm_config_cache } = processEnvironment()
  const env = { PATH, npm_config_cache }
  const child = spawn('npm', ['start'], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let [printed, complaints] = ['', '']
  child.stderr.on('data', (chunk) => {
    complaints += String(chunk)
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      if (printed.includes('Ctrl-C')) resolve()
    })
    child.once('exit', () => reject(new Error(`npm start ended: ${complaints}`)))
  })
  return { child, printed }
}

/** The process and those that started it, up to the first. */
async function ancestors(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const parent = Number(stat.split(') ').at(-1)?.split(' ')[1] ?? 0)
  return parent > 1 ? [pid, ...(await ancestors(parent))] : [pid]
}

test('[OPS-01] [T50 partial] npm start in a fresh clone brings everything up on port 3000 from one process tree', {
  timeout: 900_000,
}, async ({ clone, skip }) => {
  if (!(await isFree(3000))) skip('another program has port 3000')
  const { child, printed } = await npmStart(clone)
  const group = -(child.pid ?? 0)
  try {
    expect(printed).toContain('http://localhost:3000\n')
    expect(await readdir(clone)).toEqual(expect.arrayContaining(['node_modules', 'dist', '.data']))
    const page = await (await fetch('http://localhost:3000/')).text()
    const [, script = ''] = /"(\/assets\/[^"]+\.js)"/.exec(page) ?? []
    expect((await fetch(`http://localhost:3000${script}`)).headers.get('content-type')).toContain('javascript')
    const products = (await (await fetch('http://localhost:3000/api/product')).json()) as object[]
    expect(products.length).toBeGreaterThanOrEqual(60)
    const postmaster = (await runningPostmaster(join(clone, '.data', 'postgres'))) ?? 0
    expect(await ancestors(postmaster)).toContain(child.pid)

    const ended = once(child, 'close')
    process.kill(group, 'SIGINT')
    await ended
    expect(await isAlive(postmaster)).toBe(false)
    expect(await isFree(3000)).toBe(true)
  } finally {
    if (child.exitCode === null && child.signalCode === null) process.kill(group, 'SIGTERM')
  }
})
