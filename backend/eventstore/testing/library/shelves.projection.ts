// For tests: the copies of each book.
import { bigint, int } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'
import { bookEvents, copiesChange } from './library.ts'

export const shelvesProjection = defineProjection(bookEvents, {
  name: 'shelves',
  version: 1,
  primaryKey: ['book_id'],
  columns: { book_id: bigint(), copies: int(), lent: int() },
  streams: ({ book_id }) => [`book-${book_id}`],
  keys: ({ data }) => [{ book_id: data.bookId }],
  evolve(row, event) {
    const { total, taken } = copiesChange(event)
    return { book_id: event.data.bookId, copies: (row?.copies ?? 0) + total, lent: (row?.lent ?? 0) + taken }
  },
})
