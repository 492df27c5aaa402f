// What an event looks like on its way in and after it was recorded.
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { StreamName } from './stream-id.ts'

export type EventMetadata<Actor extends string = string> = {
  /** What caused it, in the application's own words: `user:7`, `operator`. */
  actor: Actor
  /** The command behind the event, e.g. `AddItemToCart`. */
  cause: string
  /** One id for everything that came from one request or job. */
  correlation: string
  /** Position of the event that led to the command; absent if a person's request or a clock did. */
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

/** A stored row, not decoded: enough to skip what is not wanted before parsing. */
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
