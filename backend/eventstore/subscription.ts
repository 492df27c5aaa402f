// What reads the log: projections (replayable, write their table) and reactors (never replayed, enqueue work).
import type pg from 'pg'
import type { RecordedEvent } from './event.ts'
import type { Projection } from './projection.ts'

export type Reactor = {
  readonly name: string
  readonly eventTypes: readonly string[]
  /** Turns events into work inside the checkpoint's transaction: both are there or neither. */
  react(client: pg.ClientBase, events: readonly RecordedEvent[]): Promise<void>
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

/** Makes the checkpoints of subscriptions that are new; they start at the beginning of the log. */
export async function registerSubscriptions(pool: pg.Pool, subscriptions: readonly Subscription[]): Promise<void> {
  const rows = subscriptions.map((subscription) => ({
    name: nameOf(subscription),
    kind: subscription.kind,
    version: versionOf(subscription),
  }))
  await pool.query(
    `insert into es.subscriptions (name, kind, version, pos)
     select name, kind, version, 0 from json_to_recordset($1) s(name text, kind text, version int) on conflict (name) do nothing`,
    [JSON.stringify(rows)],
  )
}
