// The store's channels of node:diagnostics_channel, free of cost without subscribers.
import { tracingChannel } from 'node:diagnostics_channel'
import type { AppendEntry, AppendOutcome } from './append-entry.ts'
import type { StoredEvent } from './event.ts'
import type { NewEntry } from './event-store.ts'

type Observed = {
  readonly startedAt: number
  error?: unknown
}

export type ObservedAppend = Observed & {
  readonly entry: NewEntry
  /** W3C trace context; the tracer sets it when the append starts, and the events store it. */
  traceparent?: string
  result?: AppendOutcome
}

export type ObservedBatch = Observed & { readonly entries: readonly AppendEntry[] }

export type ObservedFeed = Observed & {
  readonly name: string
  readonly generation: number
  readonly rows: readonly StoredEvent[]
  result?: number
}

export const appends = tracingChannel<ObservedAppend>('gamertech:eventstore:append')
export const batches = tracingChannel<ObservedBatch>('gamertech:eventstore:batch')
export const feedings = tracingChannel<ObservedFeed>('gamertech:eventstore:feed')
