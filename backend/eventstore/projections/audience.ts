// Feeds several comparisons from one read of the log.
import { Interest } from '#backend/eventstore/log/decoding/interest.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Comparison } from './compare-with-log.ts'

type Readers = readonly number[]

export class Audience {
  readonly #comparisons: readonly Comparison[]
  readonly #interests: readonly Interest[]
  readonly #readers: ReadonlyMap<number, Readers>

  constructor(store: EventStore, comparisons: readonly Comparison[]) {
    this.#comparisons = comparisons
    this.#interests = comparisons.map(({ projection }) => new Interest(store, projection.eventTypes))
    const types = store.codec.allTypeIds()
    this.#readers = new Map(types.map((type) => [type, this.#find((interest) => interest.handles(type))]))
  }

  isAwaited(row: StoredEvent): boolean {
    return this.#readersOf(row).length > 0
  }

  /** Passes the log's next events on. `decoded` may have holes where no comparison needs the event. */
  async take(rows: readonly StoredEvent[], decoded: readonly (Decoded | undefined)[]): Promise<void> {
    const shares = this.#comparisons.map((): Decoded[] => [])
    for (const [index, row] of rows.entries()) {
      const event = decoded[index]
      if (event) for (const reader of this.#readersOf(row)) shares[reader]?.push(event)
    }
    const stretch = { first: rows[0]?.pos ?? 0, last: rows.at(-1)?.pos ?? 0, events: rows.length }
    await Promise.all(this.#comparisons.map((comparison, reader) => comparison.take(stretch, shares[reader] ?? [])))
  }

  #readersOf(row: StoredEvent): Readers {
    return this.#readers.get(row.type) ?? this.#find((interest) => interest.concerns(row))
  }

  #find(isReader: (interest: Interest) => boolean): Readers {
    return [...this.#interests.keys()].filter((nth) => isReader(this.#interests[nth] as Interest))
  }
}
