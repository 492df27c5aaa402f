import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { StreamName } from './stream-id.ts'

export type EventMetadata<Actor extends string = string> = {
  actor: Actor
  cause: string
  correlation: string
  causation?: number
  traceparent?: string
}

export type RecordedEvent<Event extends AnyEvent = AnyEvent> = Event & {
  position: number
  stream: StreamName
  version: number
  meta: EventMetadata
  at: Date
}

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
