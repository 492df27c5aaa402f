// What is too large is refused before the database sees it, and a batch does not grow without end.
import { expect } from 'vitest'
import type { Library } from '#backend/eventstore/testing/library/library.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { reading } from '#backend/eventstore/testing/test-store.ts'
import { TooLarge } from './append-entry.ts'
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
