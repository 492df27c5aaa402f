// A stored event that this code cannot read. It stands in the way of its own stream and of no other.
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'

/** Of a type or a version that this code does not know, sealed under another key, or not of the shape of its version. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable'
  readonly position: number
  readonly stream: StreamName
  /** Holds nothing of the event's data. */
  readonly reason: string

  constructor({ position, stream }: { position: number; stream: StreamName }, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`position ${position} of ${stream}: ${reason}`, { cause })
    this.position = position
    this.stream = stream
    this.reason = reason
  }
}

/** What stands at a position of the log, as this code reads it. */
export type Decoded = RecordedEvent | Undecodable
