// For tests: the library in three releases one after another. The second learns to read version 2 of an event, the third writes it.
import { z } from 'zod'
import { defineEvent } from '#backend/eventstore/definition/event-definition.ts'
import { type Library, library, memberEvents } from './library.ts'

const pagesRead = z.object({ memberId: z.int(), bookId: z.int(), pages: z.int().positive() })
const timed = pagesRead.extend({ minutes: z.int().nullable() })
const up = (data: z.output<typeof pagesRead>) => ({ ...data, minutes: null })
const first = defineEvent('PagesRead', pagesRead)

const release = (PagesRead: (typeof memberEvents)['PagesRead']): Library => {
  const member = { ...library.categories.member, events: { ...memberEvents, PagesRead } }
  return { ...library, categories: { ...library.categories, member } }
}

export const releases = {
  old: library,
  readsNewer: release(
    first.next(timed, { up, down: ({ memberId, bookId, pages }) => ({ memberId, bookId, pages }) }) as never,
  ),
  writesNewer: release(first.next(timed, { up }) as never),
}
