// Which stored events concern a reader of the log: those of its types, and those that this code does not know.
import type { LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { streamCategoryCode } from '#backend/eventstore/log/stream-id.ts'

export class Interest {
  /** Types that this code knows and the reader does not handle. */
  readonly others: readonly number[]
  readonly #handled: ReadonlySet<number>
  readonly #others: ReadonlySet<number>
  readonly #categories: ReadonlySet<number> | null

  /**
   * eventTypes: what the reader handles. An event of a type that only another release knows concerns it too, since it cannot tell what it
   * misses: in the streams of the categories it reads from or, with `everywhere`, in any.
   */
  constructor(
    { log, codec }: { log: LogDefinition; codec: EventCodec },
    eventTypes: readonly string[],
    everywhere = false,
  ) {
    this.#handled = new Set(codec.typeIds(eventTypes))
    this.others = codec.allTypeIds().filter((type) => !this.#handled.has(type))
    this.#others = new Set(this.others)
    const read = Object.values(log.categories).filter(({ events }) => eventTypes.some((type) => type in events))
    this.#categories = everywhere ? null : new Set(read.map(({ code }) => code))
  }

  handles(type: number): boolean {
    return this.#handled.has(type)
  }

  concerns({ type, stream_id }: StoredEvent): boolean {
    if (this.#handled.has(type)) return true
    return !this.#others.has(type) && this.#categories?.has(streamCategoryCode(stream_id)) !== false
  }
}
