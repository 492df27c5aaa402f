// The types of the store: each line below a @ts-expect-error must not compile.
import { expect, test } from 'vitest'
import { defineLog } from '#backend/eventstore/definition/log-definition.ts'
import { type Library, library } from '#backend/eventstore/testing/library/library.ts'
import type { EventStore, NewEntry } from './event-store.ts'

test('what the log does not know does not compile', () => {
  expect(neverRun).toBeTypeOf('function') // the check of the types fails if one of its books compiles
})

function neverRun(store: EventStore<Library>): unknown {
  type Entry = NewEntry<Library>
  const append = (entry: Pick<Entry, 'writes' | 'claims'>, actor: Entry['meta']['actor'] = 'member:7') =>
    store.append({ commandId: '', meta: { actor, cause: '', correlation: '' }, ...entry })
  const finished = { type: 'BookFinished' as const, data: { memberId: 1, bookId: 2 } }
  const { member, book } = library.categories
  return [
    append({ writes: [{ stream: 'member-1', expected: 0, events: [finished] }] }),
    // @ts-expect-error a misspelled category
    append({ writes: [{ stream: 'raeder-1', expected: 0, events: [finished] }] }),
    // @ts-expect-error an event of another category
    append({ writes: [{ stream: 'book-1', expected: 0, events: [finished] }] }),
    // @ts-expect-error an event of no category
    append({ writes: [{ stream: 'member-1', expected: 0, events: [{ ...finished, type: 'BookBurnt' }] }] }),
    // @ts-expect-error data of another shape
    append({ writes: [{ stream: 'member-1', expected: 0, events: [{ ...finished, data: { memberId: '1' } }] }] }),
    append({ writes: [], claims: [{ scope: 'card', key: Buffer.of(1), stream: 'member-1' }] }),
    // @ts-expect-error an unknown scope of claims
    append({ writes: [], claims: [{ scope: 'nickname', key: Buffer.of(1), stream: 'member-1' }] }),
    append({ writes: [] }, 'librarian'),
    // @ts-expect-error an unknown actor
    append({ writes: [] }, 'burglar'),
    store.nextId('member'),
    // @ts-expect-error an unknown counter
    store.nextId('window'),
    store.readStreams(['book-1']).then((histories) => histories.get('book-1')?.[0]?.data.bookId),
    // @ts-expect-error a misspelled category
    store.readStreams(['bok-1']),
    // @ts-expect-error no event of a book has pages
    store.readStreams(['book-1']).then((histories) => histories.get('book-1')?.[0]?.data.pages),
    // @ts-expect-error a log without the category of the store's own events
    defineLog({ ...library, categories: { member, book } }),
    // @ts-expect-error a guard of a category that is none
    defineLog({ ...library, guards: { window: () => null } }),
  ]
}
