// A real Chromium from the npm package, for browser tests and pictures. It needs only glibc.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // Pages of one shop in one profile share a process, and what it compiled.
  '--process-per-site',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** For pages that a test looks at once: half of the work of one that is painted. */
export const frugal = [
  // Draws nothing, for lack of memory to draw in.
  '--force-gpu-mem-available-mb=0',
  // The next page takes the bytecode of all that ran before.
  '--js-flags=--no-flush-bytecode',
]
/** Chromium's shared memory and its size in bytes: containers often have 64 MiB. */
const sharedMemory = { folder: '/dev/shm', neededBytes: 2 * 1024 ** 3 }
/** `npm ci` empties it, so no old version stays. */
const shelf = join(import.meta.dirname, '../../node_modules/.cache/chromium')
/** Fonts lie beside this file; the cache goes to the browser's own HOME. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

async function findPackage(): Promise<{ version: string; libraries: string }> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  if (typeof manifest !== 'object' || !manifest || !('version' in manifest)) {
    throw new Error('@sparticuz/chromium has no version')
  }
  return { version: String(manifest.version), libraries: join(folder, 'bin/al2023.tar.br') }
}

/**
 * Unpacks browser, fonts and system libraries into `folder`, because the package itself uses its process's temporary
 * folder.
 */
async function unpack(folder: string, libraries: string): Promise<void> {
  const code = `import chromium, { inflate } from '@sparticuz/chromium'
    await chromium.executablePath()
    await inflate(${JSON.stringify(libraries)})`
  const evaluate = [process.execPath, '--input-type=module', '--eval', code]
  await promisify(execFile)('env', [`TMPDIR=${folder}`, ...evaluate], { cwd: import.meta.dirname })
  await writeFile(join(folder, 'fonts/fonts.conf'), fontSettings)
}

/**
 * The unpacked browser's folder, named by version and moved into place complete, so that neither an upgrade nor
 * concurrent first starts see a partial one.
 */
export async function chromiumFolder(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Browser tests run on linux-x64: the packaged Chromium is for no other system.')
  }
  const { version, libraries } = await findPackage()
  const home = join(shelf, version)
  if (await stat(home).catch(() => undefined)) return home
  await mkdir(shelf, { recursive: true })
  const workshop = await mkdtemp(`${home}-`)
  try {
    await unpack(workshop, libraries)
    await rename(workshop, home)
  } catch (error) {
    await rm(workshop, { recursive: true, force: true })
    const otherWasFaster = await stat(home).catch(() => undefined)
    if (!otherWasFaster) throw error
  }
  return home
}

/** Unwanted Playwright default: shared memory in files costs a tenth more CPU. */
async function unwantedFlags(): Promise<string[]> {
  const memory = await statfs(sharedMemory.folder).catch(() => undefined)
  const hasRoom = memory && memory.bavail * memory.bsize >= sharedMemory.neededBytes
  return hasRoom ? ['--disable-dev-shm-usage'] : []
}

/** Starts a headless Chromium; the caller closes it. Appends `extraFlags`. */
export async function launchChromium(extraFlags: string[] = []): Promise<Browser> {
  const home = await chromiumFolder()
  return await chromium.launch({
    executablePath: join(home, 'chromium'),
    args: [...flags, ...extraFlags],
    ignoreDefaultArgs: await unwantedFlags(),
    env: { HOME: home, LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_PATH: join(home, 'fonts') },
  })
}
