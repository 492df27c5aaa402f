// What reads the log: projections (replayable, write their table) and reactors (never replayed, enqueue work).
import type pg from 'pg'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'

export type Reactor<Work = unknown> = {
  readonly name: string
  readonly eventTypes: readonly string[]
  /** What follows from an event; pure. If it throws, the event is parked with its stream. */
  react(event: RecordedEvent): readonly Work[]
  /** Keeps work inside the checkpoint's transaction: both are there or neither. What it throws is tried again. */
  enqueue(client: pg.ClientBase, work: readonly Work[]): Promise<void>
}

export type Subscription = { kind: 'projection'; projection: Projection } | { kind: 'reactor'; reactor: Reactor }

export function nameOf(subscription: Subscription): string {
  return subscription.kind === 'projection' ? subscription.projection.name : subscription.reactor.name
}

export function eventTypesOf(subscription: Subscription): readonly string[] {
  return subscription.kind === 'projection' ? subscription.projection.eventTypes : subscription.reactor.eventTypes
}

/** Of the rows a projection writes; a reactor writes none. */
export function versionOf(subscription: Subscription): number {
  return subscription.kind === 'projection' ? subscription.projection.version : 1
}

/** Makes the checkpoints of reactors that are new. They start at the end of the log: what happened before is not reacted to. */
export async function registerReactors(
  pool: pg.Pool,
  store: EventStore,
  reactors: readonly Pick<Reactor, 'name'>[],
): Promise<void> {
  const head = await store.head()
  for (const { name } of reactors)
    await pool.query(
      `insert into es.subscriptions (name, kind, version, pos) values ($1, 'reactor', 1, $2)
       on conflict (name) where state = 'live' do nothing`,
      [name, head],
    )
}
