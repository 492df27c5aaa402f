// For tests: how many copies of a book there are, and how many of them are lent.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import { type BookEvent, copiesChange } from './library.ts'

export type BookState = { total: number; taken: number }
/** Sets what can be lent now to a number. */
export type BookCommand = { type: 'SetAvailable'; bookId: number; available: number }

export const book: Decider<BookState, BookCommand, BookEvent, 'book'> = {
  category: 'book',
  initial: { total: 0, taken: 0 },
  evolve(state, event) {
    const change = copiesChange(event)
    return { total: state.total + change.total, taken: state.taken + change.taken }
  },
  decide({ total, taken }, { bookId, available }) {
    const delta = available - (total - taken)
    return delta === 0 ? [] : [{ type: 'CopiesCounted', data: { bookId, delta } }]
  },
}
