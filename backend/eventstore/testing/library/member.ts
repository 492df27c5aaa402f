// For tests: what a member may note.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { MemberEvent } from './library.ts'

export type MemberState = { pages: number; finished: readonly number[] }
export type MemberCommand =
  | { type: 'ReadPages'; memberId: number; bookId: number; pages: number }
  | { type: 'FinishBook'; memberId: number; bookId: number }

/** Nothing of the book was read since it was last finished. */
export class NothingRead extends Error {
  override readonly name = 'NothingRead'
}

function evolve(state: MemberState, event: MemberEvent): MemberState {
  switch (event.type) {
    case 'PagesRead':
      return { ...state, pages: state.pages + event.data.pages }
    case 'BookFinished':
      return { pages: 0, finished: [...state.finished, event.data.bookId] }
    default:
      return state
  }
}

function decide(state: MemberState, { type, ...data }: MemberCommand): MemberEvent[] {
  if (type === 'FinishBook' && state.pages === 0) throw new NothingRead()
  if ('pages' in data) return [{ type: 'PagesRead', data }]
  return [{ type: 'BookFinished', data }]
}

export const member: Decider<MemberState, MemberCommand, MemberEvent, 'member'> = {
  category: 'member',
  initial: { pages: 0, finished: [] },
  evolve,
  decide,
}
