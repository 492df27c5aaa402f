import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { eventCatalogue } from './event-catalogue.ts'

test('docs/events.md shows the events as they are defined', async () => {
  expect(await readFile('docs/events.md', 'utf8')).toBe(eventCatalogue())
})
