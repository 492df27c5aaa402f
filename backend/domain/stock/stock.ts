// Units on hand and held (`reserved`). The database guards the same numbers (`total`, `taken`) against overselling.
import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { StockEvent } from './stock.events.ts'

export type StockState = { onHand: number; reserved: number }

export type StockCommand =
  | { type: 'AdjustStock'; productId: number; delta: number }
  | { type: 'SetAvailable'; productId: number; available: number }

const perUnit = {
  StockHeld: { onHand: 0, reserved: 1 },
  StockReleased: { onHand: 0, reserved: -1 },
  StockConsumed: { onHand: -1, reserved: -1 },
  StockReturned: { onHand: 1, reserved: 0 },
} as const

export function stockChange({ type, data }: StockEvent): StockState {
  if (type === 'StockAdjusted') return { onHand: data.delta, reserved: 0 }
  const { onHand, reserved } = perUnit[type]
  return { onHand: onHand * data.quantity, reserved: reserved * data.quantity }
}

function evolve(state: StockState, event: StockEvent): StockState {
  const change = stockChange(event)
  return { onHand: state.onHand + change.onHand, reserved: state.reserved + change.reserved }
}

function decide(state: StockState, command: StockCommand): StockEvent[] {
  const { productId } = command
  const available = state.onHand - state.reserved
  const delta = command.type === 'AdjustStock' ? command.delta : command.available - available
  if (delta === 0) return []
  if (available + delta < 0) throw new Rejection('below_held_stock', { held: state.reserved, onHand: state.onHand })
  return [{ type: 'StockAdjusted', data: { productId, delta } }]
}

export const stock: Decider<StockState, StockCommand, StockEvent, 'stock'> = {
  category: 'stock',
  initial: { onHand: 0, reserved: 0 },
  evolve,
  decide,
}

export function ordersHolding(events: readonly StockEvent[]): number[] {
  const held = new Set<number>()
  for (const event of events) {
    if (event.type === 'StockHeld') held.add(event.data.orderId)
    if (event.type === 'StockReleased' || event.type === 'StockConsumed') held.delete(event.data.orderId)
  }
  return [...held]
}

export function stockMove(
  type: Exclude<StockEvent['type'], 'StockAdjusted'>,
  orderId: number,
  line: { productId: number; quantity: number },
): StockEvent {
  return { type, data: { productId: line.productId, orderId, quantity: line.quantity } }
}
