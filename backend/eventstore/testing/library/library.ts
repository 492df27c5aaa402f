// For tests: another application than the shop, as small as can be. Members note what they read; books have copies that are lent.
import { z } from 'zod'
import { defineEvents, type EventOf, sealed } from '#backend/eventstore/definition/event-definition.ts'
import { defineLog } from '#backend/eventstore/definition/log-definition.ts'
import { operatorEvents } from '#backend/eventstore/definition/operator.events.ts'

export const memberEvents = defineEvents({
  MemberJoined: z.object({
    memberId: z.int(),
    name: sealed(z.string(), 'memberId'),
    card: sealed(z.string(), 'memberId'),
  }),
  PagesRead: z.object({ memberId: z.int(), bookId: z.int(), pages: z.int().positive() }),
  MemberLeft: z.object({ memberId: z.int() }),
  BookFinished: z.object({ memberId: z.int(), bookId: z.int() }),
})
export type MemberEvent = EventOf<typeof memberEvents>

const loan = z.object({ bookId: z.int(), memberId: z.int(), copies: z.int().positive() })
export const bookEvents = defineEvents({
  CopiesCounted: z.object({ bookId: z.int(), delta: z.int() }),
  CopiesLent: loan,
  CopiesReturned: loan,
  CopiesLost: loan,
})
export type BookEvent = EventOf<typeof bookEvents>

/** What an event changes of a book's copies, and of those that are lent. */
export function copiesChange(event: BookEvent): { total: number; taken: number } {
  switch (event.type) {
    case 'CopiesCounted':
      return { total: event.data.delta, taken: 0 }
    case 'CopiesLent':
      return { total: 0, taken: event.data.copies }
    case 'CopiesReturned':
      return { total: 0, taken: -event.data.copies }
    case 'CopiesLost':
      return { total: -event.data.copies, taken: -event.data.copies }
    default:
      return event satisfies never
  }
}

const definition = defineLog({
  categories: {
    member: { code: 1, events: memberEvents, freesClaims: 'MemberLeft' },
    book: { code: 2, events: bookEvents },
    operation: { code: 3, events: operatorEvents },
  },
  counters: ['member'],
  claimScopes: { card: 1 },
  actors: ['librarian', 'member:', 'operator'],
  guards: { book: (event) => ({ key: event.data.bookId, ...copiesChange(event) }) },
})
type Definition = typeof definition
export interface Library extends Definition {}
export const library: Library = definition
