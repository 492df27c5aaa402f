// Feeds several comparisons from one read of the log.
import { SubscriptionFilter } from '#backend/eventstore/log/decoding/subscription-filter.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Comparison } from './compare-with-log.ts'

type Readers = readonly number[]

export class ComparisonReaders {
  readonly #comparisons: readonly Comparison[]
  readonly #filters: readonly SubscriptionFilter[]
  readonly #readers: ReadonlyMap<number, Readers>

  constructor(store: EventStore, comparisons: readonly Comparison[]) {
    this.#comparisons = comparisons
    this.#filters = comparisons.map(({ projection }) => new SubscriptionFilter(store, projection.eventTypes))
    const types = store.codec.allTypeIds()
    this.#readers = new Map(types.map((type) => [type, this.#find((filter) => filter.handles(type))]))
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
    return this.#readers.get(row.type) ?? this.#find((filter) => filter.concerns(row))
  }

  #find(isReader: (filter: SubscriptionFilter) => boolean): Readers {
    return [...this.#filters.keys()].filter((nth) => isReader(this.#filters[nth] as SubscriptionFilter))
  }
}
