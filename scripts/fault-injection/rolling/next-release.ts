// Makes the sources of the next release from these: adds a column to a read model and a version to an event.
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureFrontend, sourceHash, stamp } from '#scripts/build-frontend.ts'

const root = join(import.meta.dirname, '../../..')
const copied = ['backend', 'migrations', 'scripts', 'package.json']
const shared = ['frontend', 'node_modules', 'package-lock.json', 'vite.config.ts']

const changes: Readonly<Record<string, readonly [RegExp, string][]>> = {
  'backend/readmodels/carts/carts.projection.ts': [
    [/version: 2,/, 'version: 3,'],
    [/last_order_id: nullable\(bigint\(\)\),/, '$& units: bigint(),'],
    [
      /last_order_id: after\.unpaidOrderIds\.at\(-1\) \?\? null/,
      '$&, units: after.lines.reduce((sum: number, line: { quantity: number }) => sum + line.quantity, 0)',
    ],
  ],
  // Readers first: still written in the old version.
  'backend/domain/cart/cart.events.ts': [
    [/import \{ defineEvents,/, 'import { defineEvent, defineEvents,'],
    [
      /(?<=ItemAddedToCart: )line\.extend\(\{ userId: z\.int\(\) \}\)/,
      "defineEvent('ItemAddedToCart', $&).next(line.extend({ userId: z.int(), way: z.string().default('web') }), { up: (data) => ({ ...data, way: 'web' }), down: ({ way: _, ...data }) => data })",
    ],
  ],
}
export const raised = { name: 'carts', from: 2, to: 3 }

/** Returns its folder and a function that removes it. Throws if the sources no longer match the replacements. */
export async function makeNextRelease(): Promise<{ folder: string; remove(): Promise<void> }> {
  await ensureFrontend()
  const folder = await mkdtemp(join(tmpdir(), 'gamertech-release-'))
  for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true })
  for (const name of shared) await symlink(join(root, name), join(folder, name))
  for (const [file, replacements] of Object.entries(changes)) await change(join(folder, file), replacements)
  // The pages are unaffected, so they are copied.
  await mkdir(join(folder, 'dist'))
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
  await writeFile(join(folder, 'dist', stamp), await sourceHash(folder))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function change(file: string, replacements: readonly [RegExp, string][]): Promise<void> {
  let text = await readFile(file, 'utf8')
  for (const [old, fresh] of replacements) {
    if (!old.test(text)) throw new Error(`${file} has no ${old}: the next release cannot be made of it`)
    text = text.replace(old, fresh)
  }
  await writeFile(file, text)
}
