// For tests: readers of the log that write down exactly what they were given: a projection, and a reactor.
import type pg from 'pg'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import type { Reactor } from '#backend/eventstore/subscriptions/subscription.ts'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'

/** Of this many units: the projection cannot apply it, ever. */
export const poison = 13
/** Of this many units: a process's reactor fails at it once. */
export const hiccup = 12

/** The carts' rows with the version of each event that was applied where the product stands, and its position as quantity. */
export const tracingProjection: Projection = {
  ...cartsProjection,
  evolve(row, event, key) {
    if (quantityOf(event) === poison) throw new Error('poison')
    const lines = (row?.lines ?? []) as readonly unknown[]
    const line = { productId: event.version, quantity: event.position }
    return { user_id: key.user_id, lines: [...lines, line], last_order_id: null }
  },
}

/** A reactor that keeps each position it hears of in test_heard, in order. */
export function listener(): Reactor {
  const failed = new Set<number>()
  return {
    name: 'listener',
    eventTypes: cartsProjection.eventTypes,
    async react(client, events) {
      await client.query('insert into public.test_heard (pos) select unnest($1::bigint[])', [
        events.map((event) => event.position),
      ])
      const awkward = events.filter((event) => quantityOf(event) === hiccup && !failed.has(event.position))
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

function quantityOf(event: RecordedEvent<AnyEvent>): unknown {
  return (event.data as { quantity?: unknown }).quantity
}
