// What is too large is refused before the database sees it, and neither a batch nor a page of the log grows without end.
import { expect, onTestFinished } from 'vitest'
import type { Library } from '#backend/eventstore/testing/library/library.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { reading } from '#backend/eventstore/testing/test-store.ts'
import { TooLarge } from './append-entry.ts'
import { SubscriptionFilter } from './decoding/subscription-filter.ts'
import type { NewEntry } from './event-store.ts'
import { batches, type ObservedBatch } from './telemetry.ts'

/** Names are stored sealed, which makes them a third longer. */
function joining(memberId: number, nameLength: number, events = 1): NewEntry<Library> {
  const event = { type: 'MemberJoined' as const, data: { memberId, name: 'n'.repeat(nameLength), card: '1' } }
  const stream = `member-${memberId}` as const
  return {
    ...reading(memberId, 0),
    writes: [{ stream, expected: 0, events: Array.from({ length: events }, () => event) }],
  }
}

test('an event over a mebibyte, and an entry over four, are refused; their neighbours are appended', async ({
  core: { store },
}) => {
  const results = await Promise.allSettled([
    store.append(joining(1, 2 ** 20)),
    store.append(joining(2, 2 ** 19, 7)),
    store.append(joining(3, 2 ** 19, 2)),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  for (const result of results.slice(0, 2)) expect(result).toMatchObject({ reason: expect.any(TooLarge) })
  expect(await store.head()).toBe(2)
})

test('large entries that come at once leave in several batches', async ({ core: { store } }) => {
  const sizes: number[] = []
  const note = (message: unknown) => void sizes.push((message as ObservedBatch).entries.length)
  batches.start.subscribe(note)
  try {
    await Promise.all([11, 12, 13, 14].map((id) => store.append(joining(id, 2 ** 18))))
  } finally {
    batches.start.unsubscribe(note)
  }
  // Two fit into one; whether they come soon enough to share it is the machine's affair.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(4)
})

test('beyond 64 MB that wait the next one is refused, and taken again once they are settled', async ({
  core: { store },
  owner,
}) => {
  const holder = await owner.connect()
  onTestFinished(() => holder.release(true)) // its lock goes with it
  await holder.query('select pg_advisory_lock(4242)')
  // Of a version that no stream has: they are refused without being written.
  const wide = joining(51, 2 ** 19, 5)
  const writes = [{ ...wide.writes[0], expected: 7 }] as typeof wide.writes
  const entries = Array.from({ length: 30 }, () => ({ ...wide, commandId: crypto.randomUUID(), writes }))
  const waiting = [reading(50, null), ...entries].map((entry) => store.append(entry))
  const settled = Promise.allSettled(waiting)
  await new Promise<void>((resolve) => {
    const note = ({ message }: Error) => message.includes('queue of appends is full') && resolve()
    for (const one of waiting) one.catch(note)
  })
  await holder.query('select pg_advisory_unlock(4242)')
  await settled
  expect(await store.append(reading(52, null))).toMatchObject({ duplicate: false })
})

test('a page of wide events ends after a few megabytes, and the next one goes on behind it', async ({
  core: { store },
}) => {
  const begin = await store.head()
  for (let id = 21; id < 41; id++) await store.append(joining(id, 2 ** 18))
  const pages: number[] = []
  for (let position = begin; position < begin + 20; ) {
    const page = await store.readAfter(position, 1000)
    const chosen = await store.readConcerning(position, begin + 20, new SubscriptionFilter(store, ['MemberJoined']))
    expect(chosen).toEqual({ rows: page, to: position + page.length })
    const bytes = page.slice(0, -1).reduce((sum, { data }) => sum + data.length, 0)
    expect(bytes).toBeLessThan(4 * 2 ** 20)
    pages.push(page.length)
    position += page.length
    expect(page.at(-1)?.pos).toBe(position)
  }
  expect(pages.length).toBe(2)
  const all: number[] = []
  for await (const page of store.pagesConcerning(begin, begin + 20, new SubscriptionFilter(store, ['MemberJoined'])))
    all.push(page.length)
  expect(all).toEqual(pages)
  // What does not concern a reader counts for nothing.
  const others = await store.readConcerning(begin, begin + 20, new SubscriptionFilter(store, ['BookFinished']))
  expect(others).toEqual({ rows: [], to: begin + 20 })
})
