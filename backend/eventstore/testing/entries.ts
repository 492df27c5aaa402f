// For tests: what the steps of a program mean as entries, and the store's refusals in the oracle's words.

import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import { ClaimTaken, GuardRefused, VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import type { NewEntry, NewWrite } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import type { Oracle, Verdict } from './oracle.ts'
import { cartCount, type Expectation, productCount, type Step, type StockWrite } from './random-program.ts'

/** Who sends has carts, products and claims of its own, and knows what the oracle knows. */
type Sender = { readonly id: number; readonly oracle: Oracle }

export function cartsOf({ id }: Pick<Sender, 'id'>): number[] {
  return Array.from({ length: cartCount }, (_, index) => id * cartCount + index)
}

export function productsOf({ id }: Pick<Sender, 'id'>): number[] {
  return Array.from({ length: productCount }, (_, index) => id * productCount + index)
}

/** The entry that a step means; undefined where it has no events. */
export function entryOf(trial: Sender, step: Step & { kind: 'append' | 'flawed' }): NewEntry | undefined {
  const commandId = newCommandId()
  const meta = { actor: 'operator', cause: 'Trial', correlation: commandId } as const
  if (step.kind === 'flawed') return { meta, ...flawedEntry(step.flaw, commandId, cartsOf(trial)[0] ?? 0) }
  const carts = step.carts.map(({ cart, expectation, count, quantity }): NewWrite => {
    const userId = cartsOf(trial)[cart] ?? 0
    const event = { type: 'ItemAddedToCart', data: { userId, productId: 1, quantity } }
    const events = Array.from({ length: count }, () => event)
    return { stream: `cart-${userId}`, expected: expectedBy(trial, `cart-${userId}`, expectation), events }
  })
  const writes = [...carts, ...stockWrites(trial, step.stock)]
  if (writes.every((write) => write.events.length === 0)) return undefined
  const stream = writes[0]?.stream ?? 'cart-0'
  const key = Buffer.from(`${trial.id}:${step.claim}`)
  return { commandId, meta, writes, claims: step.claim === null ? [] : [{ scope: 'email', key, stream }] }
}

function expectedBy({ oracle }: Sender, stream: StreamName, expectation: Expectation): number | null {
  const known = oracle.version(stream)
  return { any: null, none: 0, known, older: Math.max(0, known - 1), newer: known + 1 }[expectation]
}

function stockWrites(trial: Sender, moves: readonly StockWrite[]): NewWrite[] {
  const events = new Map<number, AnyEvent[]>()
  for (const { product, move, units } of moves) {
    const productId = productsOf(trial)[product] ?? 0
    events.set(productId, [...(events.get(productId) ?? []), stockEvent(productId, move, units)])
  }
  return [...events].map(([productId, list]) => ({ stream: `stock-${productId}`, expected: null, events: list }))
}

/** The refusal an error stands for; undefined: none that the store may answer. */
export function refusalOf(error: Error): Verdict | undefined {
  if (error instanceof VersionConflict) return `version ${error.stream}`
  if (error instanceof ClaimTaken) return 'claim'
  return error instanceof GuardRefused ? `stock ${error.key}` : undefined
}

function stockEvent(productId: number, move: StockWrite['move'], units: number): AnyEvent {
  if (move === 'receive' || move === 'lose')
    return { type: 'StockAdjusted', data: { productId, delta: move === 'lose' ? -units : units * 2 } }
  const type = { hold: 'StockHeld', release: 'StockReleased', consume: 'StockConsumed' }[move]
  return { type, data: { productId, orderId: 1, quantity: units } }
}

function flawedEntry(flaw: (Step & { kind: 'flawed' })['flaw'], commandId: string, userId: number) {
  const event = { type: 'ItemAddedToCart', data: { userId, productId: 1, quantity: flaw === 'event' ? 1.5 : 1 } }
  const tooMany = { type: 'StockAdjusted', data: { productId: userId, delta: 2 ** 40 } }
  const stream: StreamName = `${{ category: 'nothing', number: 'stock' }[flaw as string] ?? 'cart'}-${userId}`
  return {
    commandId: flaw === 'command' ? 'no uuid' : commandId,
    writes: [{ stream, expected: null, events: [flaw === 'number' ? tooMany : event] }],
  }
}
