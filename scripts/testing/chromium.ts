// A real Chromium from the npm package, for browser tests and for the pictures.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const unpack = `import chromium from '@sparticuz/chromium'; console.log(await chromium.executablePath())`

async function packageVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const manifest: unknown = JSON.parse(await readFile(join(entry, '../../package.json'), 'utf8'))
  if (typeof manifest === 'object' && manifest && 'version' in manifest) return String(manifest.version)
  throw new Error('@sparticuz/chromium has no version')
}

/**
 * The path of the unpacked browser. The package unpacks to a fixed name in the temporary folder and reuses what lies
 * there, so it gets a folder of its own, moved into place complete: an upgrade or a second first start cannot meet it.
 */
export async function chromiumPath(): Promise<string> {
  const home = join(tmpdir(), `gamertech-chromium-${await packageVersion()}-${process.getuid?.() ?? 0}`)
  const executable = join(home, 'chromium')
  if (await stat(executable).catch(() => undefined)) return executable
  const workshop = await mkdtemp(`${home}-`)
  const evaluate = [process.execPath, '--input-type=module', '--eval', unpack]
  await promisify(execFile)('env', [`TMPDIR=${workshop}`, ...evaluate], { cwd: import.meta.dirname })
  await rename(workshop, home).catch(() => rm(workshop, { recursive: true, force: true }))
  return executable
}

/** Starts a headless Chromium; the caller closes it. `extraFlags` are appended to the usual ones. */
export async function launchChromium(extraFlags: string[] = []): Promise<Browser> {
  return await chromium.launch({ executablePath: await chromiumPath(), args: [...flags, ...extraFlags] })
}
