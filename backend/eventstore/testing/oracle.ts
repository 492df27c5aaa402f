// For tests: the event store as it should be, in memory and without any database: what it holds and what it answers.

import type { StockEvent } from '#backend/domain/stock/stock.events.ts'
import { stockChange } from '#backend/domain/stock/stock.ts'
import type { NewEntry } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'

/** What an entry comes to: appended, known already, or the first reason against it. */
export type Verdict = 'appended' | 'duplicate' | 'claim' | `version ${StreamName}` | `stock ${number}`

/** Holds what was appended, entry by entry in the order of their positions. */
export class Oracle {
  readonly versions = new Map<StreamName, number>()
  readonly stock = new Map<number, { onHand: number; reserved: number }>()
  readonly claims = new Map<string, StreamName>()
  readonly commands = new Set<string>()
  /** Units in each cart. */
  readonly quantities = new Map<number, number>()
  /** Last position appended. */
  position: number

  /** position: the head of the log before the first entry. */
  constructor(position: number) {
    this.position = position
  }

  version(stream: StreamName): number {
    return this.versions.get(stream) ?? 0
  }

  /** Units of a product that can be sold. */
  available(productId: number): number {
    const { onHand, reserved } = this.stock.get(productId) ?? { onHand: 0, reserved: 0 }
    return onHand - reserved
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
    const after = this.#stockAfter(entry)
    const short = stockEventsOf(entry).filter(({ data: { productId } }) => {
      const { onHand, reserved } = after.get(productId) ?? { onHand: 0, reserved: 0 }
      return reserved < 0 || reserved > onHand
    })
    return [
      ...(taken ? (['claim'] as const) : []),
      ...moved.map(({ stream }): Verdict => `version ${stream}`),
      ...short.map(({ data }): Verdict => `stock ${data.productId}`),
    ]
  }

  /** Takes an entry in, whatever the verdict on it would be. */
  append(entry: NewEntry): void {
    for (const [productId, numbers] of this.#stockAfter(entry)) this.stock.set(productId, numbers)
    for (const { stream, events } of entry.writes) {
      if (events.length === 0) continue
      this.versions.set(stream, this.version(stream) + events.length)
      this.position += events.length
    }
    for (const { type, data } of entry.writes.flatMap((write) => write.events)) {
      if (type !== 'ItemAddedToCart') continue
      const { userId, quantity } = data as { userId: number; quantity: number }
      this.quantities.set(userId, (this.quantities.get(userId) ?? 0) + quantity)
    }
    for (const claim of entry.claims ?? []) this.claims.set(claimText(claim), claim.stream)
    this.commands.add(entry.commandId)
  }

  #stockAfter(entry: NewEntry) {
    const after = new Map<number, { onHand: number; reserved: number }>()
    for (const event of stockEventsOf(entry)) {
      const { productId } = event.data
      const before = after.get(productId) ?? this.stock.get(productId) ?? { onHand: 0, reserved: 0 }
      const change = stockChange(event)
      after.set(productId, { onHand: before.onHand + change.onHand, reserved: before.reserved + change.reserved })
    }
    return after
  }
}

function stockEventsOf(entry: NewEntry): StockEvent[] {
  return entry.writes.flatMap((write) => write.events).filter((event) => event.type.startsWith('Stock')) as StockEvent[]
}

function claimText({ scope, key }: { scope: string; key: Buffer }): string {
  return `${scope}:${key.toString('hex')}`
}
