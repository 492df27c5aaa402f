// The golden corpus: files of every published event type and version.
import { execFileSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shopLog } from '#backend/domain/shop-log.ts'
import { eventDefinitionsOf } from '#backend/eventstore/definition/log-definition.ts'
import { corpusProblems, newlyPublished } from '#backend/eventstore/schema/published-events.ts'
import type { PublishedEvent } from '#backend/eventstore/schema/published-sample.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'backend/domain/published-events')

export async function readPublished(): Promise<PublishedEvent[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    names.map(async (name) => {
      const file = JSON.parse(await readFile(join(folder, name), 'utf8')) as PublishedEvent
      if (name !== nameOf(file)) throw new Error(`${name} holds ${file.type} version ${file.version}`)
      return file
    }),
  )
}

/** Never overwrites a file; returns the new names. */
export async function publishNew(): Promise<string[]> {
  const added = newlyPublished(eventDefinitionsOf(shopLog), await readPublished())
  const paths = added.map((file) => join(folder, nameOf(file)))
  for (const [index, path] of paths.entries())
    await writeFile(path, JSON.stringify(added[index], null, 2), { flag: 'wx' })
  if (paths.length > 0) {
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
    execFileSync(process.execPath, [biome, 'format', '--write', ...paths], { cwd: root, stdio: 'pipe' })
  }
  return added.map(nameOf)
}

export async function publishedProblems(): Promise<string[]> {
  return corpusProblems(eventDefinitionsOf(shopLog), await readPublished())
}

function nameOf({ type, version }: PublishedEvent): string {
  return `${type}.v${version}.json`
}
