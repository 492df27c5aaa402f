// How much of the log is read at a time: as many positions as make a page of about two million characters, but for what cannot be foreseen.
import type { StoredEvent } from '#backend/eventstore/log/event.ts'

const longest = 5000
const shortest = 50
const first = 500
const wantedCharacters = 2_000_000

export class PageSize {
  /** Positions to read next. */
  positions = first

  /** Takes note of a page of so many positions; never leads suddenly to a long one, since larger events may follow. */
  learn(page: readonly StoredEvent[], positions: number): void {
    const characters = page.reduce((sum, row) => sum + row.data.length + row.meta.length, 1)
    const fitting = Math.min(this.positions * 2, Math.floor((positions * wantedCharacters) / characters))
    this.positions = Math.max(shortest, Math.min(fitting, longest))
  }
}
