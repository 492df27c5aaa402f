// An event as it is read: what few readers ask for is made out only when they do.
import type { LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import type { EventMetadata, RecordedEvent, StoredEvent } from '#backend/eventstore/log/event.ts'
import { type StreamName, streamName } from '#backend/eventstore/log/stream-id.ts'

/** Stream and metadata are made out only when they are asked for: a replay of millions rarely does. */
export class DecodedEvent implements RecordedEvent {
  readonly type: string
  readonly data: unknown
  readonly position: number
  readonly version: number
  readonly at: Date
  readonly #row: StoredEvent
  readonly #stream: StreamName | LogDefinition

  /** stream: its name, or the log that can tell it. */
  constructor(type: string, data: unknown, row: StoredEvent, stream: StreamName | LogDefinition) {
    this.type = type
    this.data = data
    this.position = row.pos
    this.version = row.version
    this.at = row.at
    this.#row = row
    this.#stream = stream
  }

  get stream(): StreamName {
    return typeof this.#stream === 'string' ? this.#stream : streamName(this.#stream, this.#row.stream_id)
  }

  get meta(): EventMetadata {
    return JSON.parse(this.#row.meta) as EventMetadata
  }
}
