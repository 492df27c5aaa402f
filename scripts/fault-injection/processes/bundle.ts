// A program with everything that it imports in one file: its process starts three times as fast.
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = join(import.meta.dirname, '../../..')
/** Below the packages, because pg stays one of them. */
const outDir = join(root, 'node_modules/.cache/programs')

export async function bundle(program: URL): Promise<URL> {
  const file = fileURLToPath(program)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: file, outDir, emptyOutDir: false, target: 'node24' },
    ssr: { noExternal: true, external: ['pg'] },
  })
  return pathToFileURL(join(outDir, `${basename(file, '.ts')}.js`))
}
