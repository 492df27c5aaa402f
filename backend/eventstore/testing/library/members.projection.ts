// For tests: what each member has read, and the book finished last.
import { bigint, jsonb, nullable } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'
import { memberEvents } from './library.ts'

type Books = { bookId: number; pages: number }[]

export const membersProjection = defineProjection(memberEvents, {
  name: 'members',
  version: 1,
  primaryKey: ['member_id'],
  columns: { member_id: bigint(), books: jsonb<Books>(), last_finished: nullable(bigint()) },
  streams: ({ member_id }) => [`member-${member_id}`],
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

function withPages(books: Books, { bookId, pages }: Books[number]) {
  const known = books.find((book) => book.bookId === bookId)
  if (!known) return [...books, { bookId, pages }]
  return books.map((book) => (book === known ? { bookId, pages: known.pages + pages } : book))
}
