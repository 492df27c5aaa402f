// Builds the pages into dist/ if their sources have changed, and precompresses all texts.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { processEnvironment } from '#backend/config/process-environment.mjs'
import { isAlive } from '#backend/db/embedded-postgres/processes.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** Records the sources' hash in dist/. */
export const stamp = '.built-from'
const workshop = join(root, 'node_modules/.cache/pages')
const lock = join(workshop, 'lock')
const sources = ['frontend', 'backend/domain', 'package-lock.json', 'vite.config.ts', 'scripts/build-frontend.ts']
const isOfTests = (path: string) => /\.test\.tsx?$|\/testing\//.test(path)
const texts = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.webmanifest'])
const smallestWorthIt = 256
/** Swagger UI as it was published, for /api/docs: copied and not built, so that nothing of it is in what a shopper loads. */
const apiDocs = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css']

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => undefined)
  if (!entries) return [path]
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

export async function sourceHash(tree = root): Promise<string> {
  const hash = createHash('sha256')
  const files = await Promise.all(sources.map((source) => filesBelow(join(tree, source))))
  const wanted = files.flat().filter((file) => !isOfTests(file))
  for (const file of wanted.sort()) hash.update(file.slice(tree.length)).update(await readFile(file))
  return hash.digest('hex')
}

async function viteBuild(outDir: string, signal: AbortSignal | undefined): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir']
  // Forces production builds, since tests set NODE_ENV to 'test' and would build the libraries' development code.
  const env = { ...processEnvironment(), NODE_ENV: 'production' }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 2, 2], ...(signal && { signal }) })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error('La construcción de las páginas falló: el motivo está más arriba.')
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < smallestWorthIt) return
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}

/** Waits for other builds; takes over the lock of a killed process. */
async function takeLock(signal: AbortSignal | undefined): Promise<void> {
  await mkdir(workshop, { recursive: true })
  while (
    !(await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => true,
      () => false,
    ))
  ) {
    signal?.throwIfAborted()
    const owner = Number(await readFile(lock, 'utf8').catch(() => ''))
    if (owner > 0 && !(await isAlive(owner))) await rm(lock, { force: true })
    else await sleep(100)
  }
}

async function build(hash: string, signal: AbortSignal | undefined): Promise<void> {
  const fresh = join(workshop, 'fresh')
  const old = join(workshop, 'old')
  await viteBuild(fresh, signal)
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  for (const name of apiDocs) await cp(join(swagger, name), join(fresh, 'api-docs', name))
  for (const file of await filesBelow(fresh)) {
    signal?.throwIfAborted()
    if (texts.has(extname(file)) && !file.startsWith(join(fresh, '.server'))) await compress(file)
  }
  await writeFile(join(fresh, stamp), hash)
  // A running server misses the old pages only between two renames.
  await rm(old, { recursive: true, force: true })
  await rename(dist, old).catch(() => undefined)
  await rename(fresh, dist)
  await rm(old, { recursive: true, force: true })
}

const isCurrent = async (hash: string) => (await readFile(join(dist, stamp), 'utf8').catch(() => '')) === hash

/** Returns whether this call built; `signal` aborts the build, `progress` announces it. */
export async function ensureFrontend(signal?: AbortSignal, progress?: (line: string) => void): Promise<boolean> {
  const hash = await sourceHash()
  if (await isCurrent(hash)) return false
  await takeLock(signal)
  try {
    if (await isCurrent(hash)) return false
    progress?.('Construyendo las páginas…')
    await build(hash, signal)
    return true
  } finally {
    await rm(lock, { force: true })
  }
}

if (import.meta.main) {
  console.log((await ensureFrontend()) ? 'Páginas construidas en dist/.' : 'Las páginas de dist/ están al día.')
}
