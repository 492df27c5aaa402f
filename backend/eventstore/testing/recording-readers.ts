// For tests: readers of the log that write down exactly what they were given: a projection, and a reactor.
import type pg from 'pg'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import type { Reactor } from '#backend/eventstore/subscriptions/subscription.ts'
import { membersProjection } from './library/members.projection.ts'

/** Of this many units: the projection cannot apply it, ever. */
export const poison = 13
/** Of this many units: a process's reactor fails at it once. */
export const hiccup = 12

/** The members' rows with the version of each event that was applied where the book stands, and its position as pages. */
export const tracingProjection: Projection = {
  ...membersProjection,
  evolve(row, event, key) {
    if (pagesOf(event) === poison) throw new Error('poison')
    const books = (row?.books ?? []) as readonly unknown[]
    const line = { bookId: event.version, pages: event.position }
    return { member_id: key.member_id, books: [...books, line], last_finished: null }
  },
}

/** A reactor that keeps each position it hears of in test_heard, in order. */
export function listener(): Reactor<RecordedEvent> {
  const failed = new Set<number>()
  return {
    name: 'listener',
    eventTypes: membersProjection.eventTypes,
    react: (event) => [event],
    async enqueue(client, events) {
      await client.query('insert into public.test_heard (pos) select unnest($1::bigint[])', [
        events.map((event) => event.position),
      ])
      const awkward = events.filter((event) => pagesOf(event) === hiccup && !failed.has(event.position))
      if (awkward.length === 0) return
      for (const { position } of awkward) failed.add(position)
      throw new Error('hiccup')
    },
  }
}

/** owner: a pool with the owner's rights. */
export async function makeHeardTable(owner: pg.Pool): Promise<void> {
  await owner.query('create table public.test_heard (nth bigint generated always as identity, pos bigint not null)')
  await owner.query('grant select, insert on public.test_heard to gamertech_app')
}

function pagesOf(event: RecordedEvent<AnyEvent>): unknown {
  return (event.data as { pages?: unknown }).pages
}
