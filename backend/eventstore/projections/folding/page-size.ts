// Adapts the number of log positions per read to pages of about two million characters.
import type { StoredEvent } from '#backend/eventstore/log/event.ts'

const longest = 5000
const shortest = 50
const first = 500
const wantedCharacters = 2_000_000

export class PageSize {
  positions = first

  learn(page: readonly StoredEvent[], positions: number): void {
    const characters = page.reduce((sum, row) => sum + row.data.length + row.meta.length, 1)
    const fitting = Math.min(this.positions * 2, Math.floor((positions * wantedCharacters) / characters))
    this.positions = Math.max(shortest, Math.min(fitting, longest))
  }
}
