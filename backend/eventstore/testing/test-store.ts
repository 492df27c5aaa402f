// For tests: a store of the library, and the smallest entries to append. Knows no test runner: child processes use it too.
import { Kysely, PostgresDialect } from 'kysely'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { NewEntry } from '#backend/eventstore/log/event-store.ts'
import { openEventStore } from '#backend/eventstore/open-event-store.ts'
import type { ReadRowOf } from '#backend/eventstore/projections/columns.ts'
import { type BookEvent, type Library, library } from './library/library.ts'
import type { membersProjection } from './library/members.projection.ts'

export const testKey = Buffer.alloc(32, 5)

type Schema = {
  'rm.members': ReadRowOf<(typeof membersProjection)['columns']>
  'es.dead_letters': { key: string; pos: number; error: string }
}
export type Core = Awaited<ReturnType<typeof openStore>>

/** Another process's worth of store on the same database; `log`: of another release. */
export async function openStore(databaseUrl: string, log: Library = library) {
  const core = await openEventStore({ databaseUrl, log, masterKey: testKey })
  return { ...core, db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: core.pool }) }) }
}

const meta = { actor: 'operator', cause: 'Test', correlation: '00000000-0000-4000-8000-000000000000' } as const

/** One entry with `count` events of a member, each of `pages` pages; `expected` null accepts any version. */
export function reading(memberId: number, expected: number | null, count = 1, pages = 1): NewEntry<Library> {
  const event = { type: 'PagesRead' as const, data: { memberId, bookId: 1, pages } }
  return {
    commandId: newCommandId(),
    meta,
    writes: [{ stream: `member-${memberId}`, expected, events: Array.from({ length: count }, () => event) }],
  }
}

/** One entry with one event of a book's copies. */
export function copiesEntry(
  type: 'CopiesCounted' | 'CopiesLent' | 'CopiesReturned',
  bookId: number,
  copies: number,
  memberId = 1,
): NewEntry<Library> {
  const event: BookEvent =
    type === 'CopiesCounted' ? { type, data: { bookId, delta: copies } } : { type, data: { bookId, memberId, copies } }
  return {
    commandId: newCommandId(),
    meta,
    writes: [{ stream: `book-${bookId}`, expected: null, events: [event] }],
  }
}
