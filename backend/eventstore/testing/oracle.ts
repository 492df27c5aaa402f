// For tests: the event store as it should be, in memory and without any database: what it holds and what it answers.

import type { NewEntry } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import { type BookEvent, copiesChange } from './library/library.ts'

/** What an entry comes to: appended, known already, or the first reason against it. */
export type Verdict = 'appended' | 'duplicate' | 'claim' | `version ${StreamName}` | `book ${number}`

/** Holds what was appended, entry by entry in the order of their positions. */
export class Oracle {
  readonly versions = new Map<StreamName, number>()
  readonly books = new Map<number, { total: number; taken: number }>()
  readonly claims = new Map<string, StreamName>()
  readonly commands = new Set<string>()
  /** Pages that each member has read. */
  readonly pages = new Map<number, number>()
  /** Last position appended. */
  position: number

  /** position: the head of the log before the first entry. */
  constructor(position: number) {
    this.position = position
  }

  version(stream: StreamName): number {
    return this.versions.get(stream) ?? 0
  }

  /** Units of a book that can be lent. */
  available(bookId: number): number {
    const { total, taken } = this.books.get(bookId) ?? { total: 0, taken: 0 }
    return total - taken
  }

  /** What the store has to answer if it looks now. */
  judge(entry: NewEntry): Verdict {
    return this.reasons(entry)[0] ?? 'appended'
  }

  /** Everything that stands against an entry now, in the order in which the store looks. */
  reasons(entry: NewEntry): Verdict[] {
    if (this.commands.has(entry.commandId)) return ['duplicate']
    const taken = entry.claims?.some((claim) => this.claims.has(claimText(claim)))
    const moved = entry.writes.filter(({ stream, expected }) => expected !== null && expected !== this.version(stream))
    const after = this.#copiesAfter(entry)
    const short = bookEventsOf(entry).filter(({ data: { bookId } }) => {
      const { total, taken } = after.get(bookId) ?? { total: 0, taken: 0 }
      return taken < 0 || taken > total
    })
    return [
      ...(taken ? (['claim'] as const) : []),
      ...moved.map(({ stream }): Verdict => `version ${stream}`),
      ...short.map(({ data }): Verdict => `book ${data.bookId}`),
    ]
  }

  /** Takes an entry in, whatever the verdict on it would be. */
  append(entry: NewEntry): void {
    for (const [bookId, numbers] of this.#copiesAfter(entry)) this.books.set(bookId, numbers)
    for (const { stream, events } of entry.writes) {
      if (events.length === 0) continue
      this.versions.set(stream, this.version(stream) + events.length)
      this.position += events.length
    }
    for (const { type, data } of entry.writes.flatMap((write) => write.events)) {
      if (type !== 'PagesRead') continue
      const { memberId, pages } = data as { memberId: number; pages: number }
      this.pages.set(memberId, (this.pages.get(memberId) ?? 0) + pages)
    }
    for (const claim of entry.claims ?? []) this.claims.set(claimText(claim), claim.stream)
    this.commands.add(entry.commandId)
  }

  #copiesAfter(entry: NewEntry) {
    const after = new Map<number, { total: number; taken: number }>()
    for (const event of bookEventsOf(entry)) {
      const { bookId } = event.data
      const before = after.get(bookId) ?? this.books.get(bookId) ?? { total: 0, taken: 0 }
      const change = copiesChange(event)
      after.set(bookId, { total: before.total + change.total, taken: before.taken + change.taken })
    }
    return after
  }
}

function bookEventsOf(entry: NewEntry): BookEvent[] {
  return entry.writes.flatMap((write) => write.events).filter((event) => event.type.startsWith('Copies')) as BookEvent[]
}

function claimText({ scope, key }: { scope: string; key: Buffer }): string {
  return `${scope}:${key.toString('hex')}`
}
