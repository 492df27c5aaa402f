// The README's example is compiled, runs, and is the one that it shows; its ideas hold every class and table of the store.
import { glob, readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { test as databaseTest } from '#scripts/testing/database.ts'
import { openOwnerPool } from './pump-fixture.ts'
import { example } from './readme-example.ts'

const test = databaseTest.extend('owner', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const owner = openOwnerPool({ databaseUrl })
  onCleanup(() => owner.end())
  return owner
})

test('the example leads to what it says', async ({ databaseUrl, owner }) => {
  expect(await example(databaseUrl, owner, Buffer.alloc(32, 3))).toEqual([{ account: 7, cents: 380 }])
})

test('the README shows the example as it runs', async () => {
  const [source, readme] = await Promise.all(
    ['readme-example.ts', '../README.md'].map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
  )
  const shown = /```ts\n(?<code>.*)\n```/s.exec(readme ?? '')?.groups?.code
  const run = /\/\/ example begins\n(?<code>.*)\n\/\/ example ends/s.exec(source ?? '')?.groups?.code
  expect(shown).toBe(run)
})

test("each class and table belongs to one of the README's ideas, of which there are at most 16", async ({ owner }) => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const ideas = [...readme.matchAll(/^- \*\*(?<idea>[\w -]+)\.\*\*(?<text>.*?)(?=^- |^$)/gms)]
  const named = ideas.flatMap(({ groups }) => [...(groups?.text ?? '').matchAll(/`([\w.]+)`/g)].map(([, name]) => name))
  expect(ideas.length).toBeGreaterThan(8)
  expect(ideas.length).toBeLessThanOrEqual(16)
  expect(named).toHaveLength(new Set(named).size)
  const store = new URL('..', import.meta.url)
  const classes: string[] = []
  for await (const file of glob('**/*.ts', { cwd: store, exclude: (path) => path.startsWith('testing') })) {
    if (file.includes('.test.')) continue
    const source = await readFile(new URL(file, store), 'utf8')
    classes.push(...Array.from(source.matchAll(/^export (?:abstract )?class (\w+)/gm), ([, name = '']) => name))
  }
  const { rows } = await owner.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('es', 'keys') and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const all = [...classes, ...rows.map(({ name }) => name)]
  expect(all.length).toBeGreaterThan(40)
  expect(all.filter((name) => !named.includes(name))).toEqual([])
})
