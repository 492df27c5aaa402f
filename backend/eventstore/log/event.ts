// What an event looks like on its way in and after it was recorded.
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { StreamName } from './stream-id.ts'

/** Who caused it: an account, a visitor, a job of the shop, an operator, or the payment provider. */
export type Actor = `user:${number}` | 'visitor' | `job:${string}` | 'operator' | 'provider' | 'demo'

export type EventMetadata = {
  actor: Actor
  /** The command behind the event, e.g. `AddItemToCart`. */
  cause: string
  /** One id for everything that came from one request or job. */
  correlation: string
  /** Position of the event that led to the command; absent where a person's request or a clock did. */
  causation?: number
  /** W3C trace context of the append, only while traces are sent. */
  traceparent?: string
}

export type RecordedEvent<Event extends AnyEvent = AnyEvent> = Event & {
  /** Place in the whole log, from 1, without holes. */
  position: number
  stream: StreamName
  /** Place in its stream, from 1. */
  version: number
  meta: EventMetadata
  at: Date
}

/** A stored row, not decoded: enough to skip what nobody wants before parsing. */
export type StoredEvent = {
  pos: number
  stream_id: string
  version: number
  type: number
  schema_version: number
  data: string
  meta: string
  at: Date
}
