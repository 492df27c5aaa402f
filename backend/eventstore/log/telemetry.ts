// What the store lets others watch: channels of node:diagnostics_channel, which cost nothing while nobody listens.
import { tracingChannel } from 'node:diagnostics_channel'
import type { AppendEntry, AppendOutcome } from './append-entry.ts'
import type { StoredEvent } from './event.ts'
import type { NewEntry } from './event-store.ts'

type Observed = {
  /** performance.now() at the beginning. */
  readonly startedAt: number
  /** Set by the channel when it ended badly. */
  error?: unknown
}

/** One entry from the door of the store to its outcome, waiting included. */
export type ObservedAppend = Observed & {
  readonly entry: NewEntry
  /** W3C trace context; set by the tracer when the append starts, and stored in its events. */
  traceparent?: string
  result?: AppendOutcome
}

/** One round trip of the append lane. */
export type ObservedBatch = Observed & { readonly entries: readonly AppendEntry[] }

/** One subscription's share of a page: rows and checkpoint in one transaction. */
export type ObservedFeed = Observed & {
  readonly name: string
  readonly generation: number
  readonly rows: readonly StoredEvent[]
  /** Events that were parked. */
  result?: number
}

export const appends = tracingChannel<ObservedAppend>('gamertech:eventstore:append')
export const batches = tracingChannel<ObservedBatch>('gamertech:eventstore:batch')
export const feedings = tracingChannel<ObservedFeed>('gamertech:eventstore:feed')
