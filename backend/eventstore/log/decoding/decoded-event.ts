// A decoded event that parses stream and metadata on first use.
import type { LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import type { EventMetadata, RecordedEvent, StoredEvent } from '#backend/eventstore/log/event.ts'
import { type StreamName, streamName } from '#backend/eventstore/log/stream-id.ts'

export class DecodedEvent implements RecordedEvent {
  readonly type: string
  readonly data: unknown
  readonly position: number
  readonly version: number
  readonly at: Date
  readonly #row: StoredEvent
  readonly #stream: StreamName | LogDefinition

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
