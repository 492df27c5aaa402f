// Comparisons that are fed by one walk through the log: each is handed what concerns it.
import { Interest } from '#backend/eventstore/log/decoding/interest.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Comparison } from './compare-with-log.ts'

/** Indexes of comparisons. */
type Readers = readonly number[]

export class Audience {
  readonly #comparisons: readonly Comparison[]
  readonly #interests: readonly Interest[]
  /** By the types that this code knows: whom one of another type concerns depends on its stream. */
  readonly #readers: ReadonlyMap<number, Readers>

  constructor(store: EventStore, comparisons: readonly Comparison[]) {
    this.#comparisons = comparisons
    this.#interests = comparisons.map(({ projection }) => new Interest(store, projection.eventTypes))
    const types = store.codec.allTypeIds()
    this.#readers = new Map(types.map((type) => [type, this.#find((interest) => interest.handles(type))]))
  }

  /** Whether an event concerns one of them. */
  isAwaited(row: StoredEvent): boolean {
    return this.#readersOf(row).length > 0
  }

  /**
   * Hands on the next events of the log. decoded: the same, which may be missing where nobody awaits them. opened: with personal fields
   * opened, for projections that are personal; default: there are none.
   */
  async take(
    rows: readonly StoredEvent[],
    decoded: readonly (Decoded | undefined)[],
    opened: readonly (Decoded | undefined)[] = decoded,
  ): Promise<void> {
    const shares = this.#comparisons.map((): Decoded[] => [])
    for (let index = 0; index < rows.length; index++)
      for (const reader of this.#readersOf(rows[index] as StoredEvent)) {
        const event = (this.#comparisons[reader]?.projection.personal ? opened : decoded)[index]
        if (event) shares[reader]?.push(event)
      }
    const stretch = { first: rows[0]?.pos ?? 0, last: rows.at(-1)?.pos ?? 0, events: rows.length }
    // Each has a session of its own: while one waits for the database the others fold.
    await Promise.all(this.#comparisons.map((comparison, reader) => comparison.take(stretch, shares[reader] ?? [])))
  }

  #readersOf(row: StoredEvent): Readers {
    return this.#readers.get(row.type) ?? this.#find((interest) => interest.concerns(row))
  }

  #find(isReader: (interest: Interest) => boolean): Readers {
    return [...this.#interests.keys()].filter((nth) => isReader(this.#interests[nth] as Interest))
  }
}
