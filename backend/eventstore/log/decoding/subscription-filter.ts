// Selects the stored events for a reader of the log: its own types, and types unknown to this code.
import type { LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { streamCategoryCode } from '#backend/eventstore/log/stream-id.ts'

export class SubscriptionFilter {
  readonly others: ReadonlySet<number>
  readonly #handled: ReadonlySet<number>
  readonly #categories: ReadonlySet<number> | null

  /**
   * A type from a newer release concerns the reader too, since nobody can tell whether the reader misses something: in
   * the streams of its categories or, with `everywhere`, in any.
   */
  constructor(
    { log, codec }: { log: LogDefinition; codec: EventCodec },
    eventTypes: readonly string[],
    everywhere = false,
  ) {
    this.#handled = new Set(codec.typeIds(eventTypes))
    this.others = new Set(codec.allTypeIds().filter((type) => !this.#handled.has(type)))
    const read = Object.values(log.categories).filter(({ events }) => eventTypes.some((type) => type in events))
    this.#categories = everywhere ? null : new Set(read.map(({ code }) => code))
  }

  concerns({ type, stream_id }: StoredEvent): boolean {
    if (this.#handled.has(type)) return true
    return !this.others.has(type) && this.#categories?.has(streamCategoryCode(stream_id)) !== false
  }
}
