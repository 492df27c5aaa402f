// For tests: what the steps of a program mean as entries, and the store's refusals in the oracle's words.

import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import { ClaimTaken, GuardRefused, VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import type { NewEntry, NewWrite } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import type { Oracle, Verdict } from './oracle.ts'
import { type BookWrite, bookCount, type Expectation, memberCount, type Step } from './random-program.ts'

/** Each sender has members, books and claims of its own, and knows what the oracle knows. */
type Sender = { readonly id: number; readonly oracle: Oracle }

export function membersOf({ id }: Pick<Sender, 'id'>): number[] {
  return Array.from({ length: memberCount }, (_, index) => id * memberCount + index)
}

export function booksOf({ id }: Pick<Sender, 'id'>): number[] {
  return Array.from({ length: bookCount }, (_, index) => id * bookCount + index)
}

/** The entry that a step means; undefined if it has no events. */
export function entryOf(trial: Sender, step: Step & { kind: 'append' | 'flawed' }): NewEntry | undefined {
  const commandId = newCommandId()
  const meta = { actor: 'operator', cause: 'Trial', correlation: commandId } as const
  if (step.kind === 'flawed') return { meta, ...flawedEntry(step.flaw, commandId, membersOf(trial)[0] ?? 0) }
  const members = step.members.map(({ member, expectation, count, pages }): NewWrite => {
    const memberId = membersOf(trial)[member] ?? 0
    const event = { type: 'PagesRead', data: { memberId, bookId: 1, pages } }
    const events = Array.from({ length: count }, () => event)
    return { stream: `member-${memberId}`, expected: expectedBy(trial, `member-${memberId}`, expectation), events }
  })
  const writes = [...members, ...bookWrites(trial, step.books)]
  if (writes.every((write) => write.events.length === 0)) return undefined
  const stream = writes[0]?.stream ?? 'member-0'
  const key = Buffer.from(`${trial.id}:${step.claim}`)
  return { commandId, meta, writes, claims: step.claim === null ? [] : [{ scope: 'card', key, stream }] }
}

function expectedBy({ oracle }: Sender, stream: StreamName, expectation: Expectation): number | null {
  const known = oracle.version(stream)
  return { any: null, none: 0, known, older: Math.max(0, known - 1), newer: known + 1 }[expectation]
}

function bookWrites(trial: Sender, moves: readonly BookWrite[]): NewWrite[] {
  const events = new Map<number, AnyEvent[]>()
  for (const { book, move, units } of moves) {
    const bookId = booksOf(trial)[book] ?? 0
    events.set(bookId, [...(events.get(bookId) ?? []), bookEvent(bookId, move, units)])
  }
  return [...events].map(([bookId, list]) => ({ stream: `book-${bookId}`, expected: null, events: list }))
}

/** The refusal an error stands for; undefined: none that the store may answer. */
export function refusalOf(error: Error): Verdict | undefined {
  if (error instanceof VersionConflict) return `version ${error.stream}`
  if (error instanceof ClaimTaken) return 'claim'
  return error instanceof GuardRefused ? `book ${error.key}` : undefined
}

function bookEvent(bookId: number, move: BookWrite['move'], units: number): AnyEvent {
  if (move === 'receive' || move === 'lose')
    return { type: 'CopiesCounted', data: { bookId, delta: move === 'lose' ? -units : units * 2 } }
  const type = { hold: 'CopiesLent', release: 'CopiesReturned', consume: 'CopiesLost' }[move]
  return { type, data: { bookId, memberId: 1, copies: units } }
}

function flawedEntry(flaw: (Step & { kind: 'flawed' })['flaw'], commandId: string, memberId: number) {
  const event = { type: 'PagesRead', data: { memberId, bookId: 1, pages: flaw === 'event' ? 1.5 : 1 } }
  const tooMany = { type: 'CopiesCounted', data: { bookId: memberId, delta: 2 ** 40 } }
  const stream: StreamName = `${{ category: 'nothing', number: 'book' }[flaw as string] ?? 'member'}-${memberId}`
  return {
    commandId: flaw === 'command' ? 'no uuid' : commandId,
    writes: [{ stream, expected: null, events: [flaw === 'number' ? tooMany : event] }],
  }
}
