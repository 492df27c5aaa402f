// Readers of the log: projections (replayable, write tables) and reactors (never replayed, enqueue work).
import type pg from 'pg'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'

export type Reactor<Work = unknown> = {
  readonly name: string
  readonly eventTypes: readonly string[]
  /** Pure; if it throws, the event is parked with its stream. */
  react(event: RecordedEvent): readonly Work[]
  /** Stores work in the checkpoint's transaction. An error leads to a retry. */
  enqueue(client: pg.ClientBase, work: readonly Work[]): Promise<void>
}

export type Subscription = Projection | Reactor

export function isReactor(subscription: Subscription): subscription is Reactor {
  return 'react' in subscription
}

export function versionOf(subscription: Subscription): number {
  return isReactor(subscription) ? 1 : subscription.version
}

/** Registers new reactors at the head of the log: they ignore earlier events. */
export async function registerReactors(
  pool: pg.Pool,
  store: EventStore,
  reactors: readonly Pick<Reactor, 'name'>[],
): Promise<void> {
  await pool.query(
    `insert into es.subscriptions (name, kind, version, pos) select unnest($1::text[]), 'reactor', 1, $2
     on conflict (name) where state = 'live' do nothing`,
    [reactors.map(({ name }) => name), await store.head()],
  )
}
