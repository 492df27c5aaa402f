// The release after this one, made of these sources: a read model with a column and a version more, and an event that it reads in a newer version.
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureFrontend, sourceHash, stamp } from '#scripts/build-frontend.ts'

const root = join(import.meta.dirname, '../../..')
const copied = ['backend', 'migrations', 'scripts', 'package.json']
const shared = ['frontend', 'node_modules', 'package-lock.json', 'vite.config.ts']

/** Of each file: what is replaced, and by what. */
const changes: Readonly<Record<string, readonly [RegExp, string][]>> = {
  'backend/readmodels/carts/carts.projection.ts': [
    [/version: 2,/, 'version: 3,'],
    [/last_order_id: nullable\(bigint\(\)\),/, '$& units: bigint(),'],
    [
      /last_order_id: after\.lastOrderId/,
      '$&, units: after.lines.reduce((sum: number, line: { quantity: number }) => sum + line.quantity, 0)',
    ],
  ],
  // Readers first: it is still written as the release before knows it.
  'backend/domain/cart/cart.events.ts': [
    [
      /defineEvent\('ItemAddedToCart', line\.extend\(\{ userId: z\.int\(\) \}\)\)/,
      "$&.next(line.extend({ userId: z.int(), way: z.string().default('web') }), { up: (data) => ({ ...data, way: 'web' }), down: ({ way: _, ...data }) => data })",
    ],
  ],
}
/** The read model that is of another version there, and its versions in this release and in that one. */
export const raised = { name: 'carts', from: 2, to: 3 }

/** Returns the folder of its sources, and what removes it. Throws if these sources have changed so that it cannot be made of them. */
export async function makeNextRelease(): Promise<{ folder: string; remove(): Promise<void> }> {
  await ensureFrontend()
  const folder = await mkdtemp(join(tmpdir(), 'gamertech-release-'))
  for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true })
  for (const name of shared) await symlink(join(root, name), join(folder, name))
  for (const [file, replacements] of Object.entries(changes)) await change(join(folder, file), replacements)
  // Its pages are the same: nothing of what has changed is in them.
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
