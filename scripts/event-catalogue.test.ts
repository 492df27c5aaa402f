import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { shopLog } from '#backend/domain/shop-log.ts'
import { eventDefinitionsOf } from '#backend/eventstore/definition/log-definition.ts'
import { eventCatalogue } from './event-catalogue.ts'
import { publishedProblems, readPublished } from './published-events.ts'

test('docs/events.md shows the events as they are defined', async () => {
  expect(await readFile('docs/events.md', 'utf8')).toBe(eventCatalogue())
})

test('no published event has changed or gone, and a stored sample of every version is still read as it was', async () => {
  expect(await publishedProblems()).toEqual([])
  const versions = eventDefinitionsOf(shopLog).reduce((sum, { version }) => sum + version, 0)
  expect(await readPublished()).toHaveLength(versions)
})
