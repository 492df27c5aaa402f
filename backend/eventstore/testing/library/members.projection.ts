// For tests: what each member has read, and the book finished last.
import { defineProjection } from '#backend/eventstore/projections/projection.ts'
import { memberEvents } from './library.ts'

export type MembersTable = {
  member_id: number
  books: { bookId: number; pages: number }[]
  last_finished: number | null
}

export const membersProjection = defineProjection<typeof memberEvents, MembersTable>(memberEvents, {
  name: 'members',
  version: 1,
  primaryKey: ['member_id'],
  columns: { member_id: 'bigint', books: 'jsonb not null', last_finished: 'bigint' },
  keys: ({ data }) => [{ member_id: data.memberId }],
  evolve(row, { type, data }) {
    const now = row ?? { member_id: data.memberId, books: [], last_finished: null }
    switch (type) {
      case 'PagesRead':
        return { ...now, books: withPages(now.books, data) }
      case 'BookFinished':
        return { ...now, last_finished: data.bookId }
      case 'MemberLeft':
        return null
      default:
        return now
    }
  },
})

function withPages(books: MembersTable['books'], { bookId, pages }: MembersTable['books'][number]) {
  const known = books.find((book) => book.bookId === bookId)
  if (!known) return [...books, { bookId, pages }]
  return books.map((book) => (book === known ? { bookId, pages: known.pages + pages } : book))
}
