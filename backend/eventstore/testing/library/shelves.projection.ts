// For tests: the copies of each book.
import { defineProjection } from '#backend/eventstore/projections/projection.ts'
import { bookEvents, copiesChange } from './library.ts'

export type ShelvesTable = { book_id: number; copies: number; lent: number }

export const shelvesProjection = defineProjection<typeof bookEvents, ShelvesTable>(bookEvents, {
  name: 'shelves',
  version: 1,
  primaryKey: ['book_id'],
  columns: { book_id: 'bigint', copies: 'int not null', lent: 'int not null' },
  keys: ({ data }) => [{ book_id: data.bookId }],
  evolve(row, event) {
    const { total, taken } = copiesChange(event)
    return { book_id: event.data.bookId, copies: (row?.copies ?? 0) + total, lent: (row?.lent ?? 0) + taken }
  },
})
