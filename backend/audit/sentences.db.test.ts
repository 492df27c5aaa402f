// Every event that the shop ever published is told in a sentence, from the log as it is stored.
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { shopLog } from '#backend/domain/shop-log.ts'
import { plantEvent } from '#backend/eventstore/testing/planted-event.ts'
import { test } from '#backend/testing/core-fixture.ts'
import { findAuditPage } from './audit-page.ts'
import type { Entries } from './wording/entries.ts'

type PublishedEvent = { type: string; version: number; stored: { data: object } }

const folder = 'backend/domain/published-events'
const published = readdirSync(folder).map(
  (file): PublishedEvent => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')),
)

function categoryOf(type: string): string {
  const found = Object.entries(shopLog.categories).find(([, { events }]) => Object.hasOwn(events, type))
  return found?.[0] ?? expect.fail(type)
}

test('[AUD-06] every published version of every event has a Spanish sentence, and an event without one does not compile', async ({
  core,
  owner,
}) => {
  for (const [at, { type, version, stored }] of published.entries()) {
    // Each in a stream of its own; what looks back at an event before it finds none.
    const stream = `${categoryOf(type)}-${at + 1}` as const
    await plantEvent(owner, { stream: stream as 'order-1', type, version, data: stored.data }, shopLog)
  }
  const auditor = { pool: core.pool, store: core.store, mayUndo: true, namesOf: async () => new Map<number, string>() }
  const told = new Map<string, string>()
  for (let before: number | null = published.length + 1; before !== null; ) {
    const page = await findAuditPage(auditor, { before })
    for (const { type, sentence, command } of page.rows) told.set(type, `${command}: ${sentence}`)
    before = page.next
  }
  expect([...told.keys()].sort()).toEqual([...new Set(published.map(({ type }) => type))].sort())
  // Some end with a text of the event, and that of a sample ends with a quotation mark.
  for (const [type, sentence] of told) {
    expect(sentence, type).toMatch(/: [A-ZÁÉÍÓÚ].*[.:"]$/s)
    expect(sentence, type).not.toMatch(/undefined|null|NaN|no sabe leer/)
  }
  expect(neverRun).toBeTypeOf('function') // the check of the types fails if the line below compiles
})

function neverRun(known: Entries<{ type: 'Told'; data: object }>): unknown {
  // @ts-expect-error an event type more, and no sentence for it
  const all: Entries<{ type: 'Told'; data: object } | { type: 'Untold'; data: object }> = { ...known }
  return all
}
