// A stored event that this code cannot read; it blocks its own stream only.
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'

export class Undecodable extends Error {
  override readonly name = 'Undecodable'
  readonly position: number
  readonly stream: StreamName
  readonly reason: string

  constructor({ position, stream }: { position: number; stream: StreamName }, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`position ${position} of ${stream}: ${reason}`, { cause })
    this.position = position
    this.stream = stream
    this.reason = reason
  }
}

export type Decoded = RecordedEvent | Undecodable
