// The types of commands: each line below a @ts-expect-error must not compile.
import { expect, test } from 'vitest'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { book } from '#backend/eventstore/testing/library/book.ts'
import type { Library } from '#backend/eventstore/testing/library/library.ts'
import { member } from '#backend/eventstore/testing/library/member.ts'
import { handleCommand } from './handle-command.ts'
import { loadState } from './load-state.ts'
import { transact } from './transact.ts'

test('a command on a stream that does not hold its events does not compile', () => {
  expect(neverRun).toBeTypeOf('function') // the check of the types fails if one of its lines compiles
})

function neverRun(store: EventStore<Library>): unknown {
  const context = { actor: 'member:7', correlation: '' } as const
  const finish = { type: 'FinishBook', memberId: 7, bookId: 1 } as const
  const misplaced = { ...member, category: 'book' } as const
  const misspelled = { ...member, category: 'membr' } as const
  const counted = { type: 'CopiesCounted', data: { bookId: 1, delta: 1 } } as const
  return [
    handleCommand(store, context, member, 7, finish),
    // @ts-expect-error a decider whose events are not those of its category
    handleCommand(store, context, misplaced, 7, finish),
    // @ts-expect-error a category that the log does not have
    handleCommand(store, context, misspelled, 7, finish),
    // @ts-expect-error an actor that the log does not name
    handleCommand(store, { ...context, actor: 'burglar' }, member, 7, finish),
    loadState(store, book, 1),
    // @ts-expect-error a decider whose events are not those of its category
    loadState(store, misplaced, 7),
    transact(store, context, 'Count', async (unit) => {
      unit.record('book-1', [counted])
      unit.decide(member, await unit.load(member, 7), finish)
      // @ts-expect-error a stream of a category that does not hold the event
      unit.record('member-1', [counted])
      // @ts-expect-error a state of another category
      unit.decide(member, await unit.load(book, 7), finish)
      // @ts-expect-error an unknown scope of claims
      unit.claim({ scope: 'nickname', key: Buffer.of(1), stream: 'member-7' })
    }),
  ]
}
