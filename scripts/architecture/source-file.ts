import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** `line` counts from 1. */
export interface Violation {
  readonly rule: string
  readonly path: string
  readonly line: number
  readonly problem: string
}

/** `place`: a folder, its direct files (`x/*`), a suffix, or a file. */
export function isIn(path: string, place: string): boolean {
  if (place.startsWith('*')) return path.endsWith(place.slice(1))
  if (place.endsWith('/*')) return path.startsWith(place.slice(0, -1)) && !path.slice(place.length - 1).includes('/')
  return place.endsWith('/') ? path.startsWith(place) : path === place
}

export const isTest = (path: string) => /\.test\.tsx?$/.test(path)
/** Machinery in `testing` folders, and examples beside a rule. */
export const isTestMachinery = (path: string) => /(^|\/)testing\/|\.examples\.tsx?$/.test(path)
export const isGenerated = (path: string) => path.endsWith('.gen.ts')
export const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

const code = { folders: ['backend', 'frontend', 'scripts'], kinds: /\.(tsx?|mjs)$/ }

export async function readSources(root: string, { folders, kinds } = code): Promise<SourceFile[]> {
  const entries = await Promise.all(
    folders.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  )
  const wanted = entries.flat().filter((entry) => entry.isFile() && kinds.test(entry.name))
  return await Promise.all(
    wanted.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path: path.slice(root.length + 1).replaceAll('\\', '/'), text: await readFile(path, 'utf8') }
    }),
  )
}
