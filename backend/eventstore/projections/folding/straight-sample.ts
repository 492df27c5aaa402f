// Folds a sample of rows straight from the log beside a fold that writes and loads rows, to check the resulting table.
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import {
  isBehind,
  keyText,
  type Parked,
  type Projection,
  type Row,
  type RowKey,
  type Skips,
  skipText,
} from '#backend/eventstore/projections/projection.ts'
import { hashOf } from './key-filter.ts'

const mostRows = 500

export class StraightSample {
  readonly rows = new Map<string, { key: RowKey; row: Row | null }>()
  readonly #projection: Projection
  readonly #skips: Skips
  readonly #stuck = new Set<string>()
  #limit = 2 ** 32

  constructor(projection: Projection, skips: Skips) {
    this.#projection = projection
    this.#skips = skips
  }

  fold(events: readonly Decoded[], leftOut: Parked): void {
    for (const event of events) {
      if (event instanceof Undecodable || (leftOut.stream.size > 0 && isBehind(leftOut.stream, event))) continue
      if (this.#isSkipped(event, () => event.stream)) continue
      for (const key of this.#projection.keys(event)) {
        const text = keyText(this.#projection, key)
        if (leftOut.row.has(text)) continue
        if (hashOf(text) >= this.#limit || this.#stuck.has(text) || this.#isSkipped(event, () => text)) continue
        this.#apply(event, text, key)
      }
    }
  }

  #isSkipped({ position }: RecordedEvent, key: () => string): boolean {
    return this.#skips.size > 0 && this.#skips.has(skipText(position, key()))
  }

  #apply(event: RecordedEvent, text: string, key: RowKey): void {
    try {
      this.rows.set(text, { key, row: this.#projection.evolve(this.rows.get(text)?.row ?? null, event, key) })
      if (this.rows.size > mostRows) this.#halve()
    } catch {
      this.#stuck.add(text) // the fold has parked it, or it had stopped
    }
  }

  #halve(): void {
    this.#limit /= 2
    for (const text of this.rows.keys()) if (hashOf(text) >= this.#limit) this.rows.delete(text)
  }
}
