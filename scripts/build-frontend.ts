// Builds the pages into dist/ when their sources changed since the last build, each text also compressed beforehand.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const stamp = join(dist, '.built-from')
const sources = ['frontend', 'backend/domain', 'package-lock.json', 'vite.config.ts']
const texts = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.webmanifest'])
const smallestWorthIt = 1024

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => undefined)
  if (!entries) return [path]
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function sourceHash(): Promise<string> {
  const hash = createHash('sha256')
  const files = await Promise.all(sources.map((source) => filesBelow(join(root, source))))
  for (const file of files.flat().sort()) hash.update(file.slice(root.length)).update(await readFile(file))
  return hash.digest('hex')
}

async function viteBuild(signal: AbortSignal | undefined): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--logLevel', 'warn']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2], ...(signal && { signal }) })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error('La construcción de las páginas falló: el motivo está más arriba.')
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < smallestWorthIt) return
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}

/** Makes dist/ current. Resolves to whether a build was needed; `signal` ends a build under way. */
export async function ensureFrontend(signal?: AbortSignal): Promise<boolean> {
  const hash = await sourceHash()
  if ((await readFile(stamp, 'utf8').catch(() => '')) === hash) return false
  await viteBuild(signal)
  for (const file of await filesBelow(dist)) {
    signal?.throwIfAborted()
    if (texts.has(extname(file))) await compress(file)
  }
  await writeFile(stamp, hash)
  return true
}

if (import.meta.main) {
  console.log((await ensureFrontend()) ? 'Páginas construidas en dist/.' : 'Las páginas de dist/ están al día.')
}
