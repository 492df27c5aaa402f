// The example of the README is compiled, runs, and is the one that the README shows.
import { readFile } from 'node:fs/promises'
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
