// An account's intended purchase. It has no prices; those come from the products at 'Pagar'.
import { Rejection } from '#backend/domain/rejection.ts'
import { type Changes, changed, type Decider } from '#backend/eventstore/definition/decider.ts'
import type { CartEvent } from './cart.events.ts'
import { maxCartLines, maxQuantity } from './cart.limits.ts'

export type CartLine = { productId: number; quantity: number }
export type CartState = {
  lines: readonly CartLine[]
  mergeIds: readonly string[]
  /** Latest orders since the last paid one, oldest first, in any state. */
  unpaidOrderIds: readonly number[]
  /** Latest orders by transfer and the ends of their holds, oldest first, in any state. */
  transfers: readonly { orderId: number; holdUntil: string }[]
  hasPaid: boolean
}

export type Availability = { isActive: boolean; available: number } | null

export type CartCommand =
  | { type: 'AddItemToCart'; userId: number; productId: number; quantity: number; availability: Availability }
  | { type: 'ChangeItemQuantity'; userId: number; productId: number; quantity: number }
  | { type: 'RemoveItemFromCart'; userId: number; productId: number }
  | {
      type: 'MergeCart'
      userId: number
      mergeId: string
      lines: readonly CartLine[]
      availability: ReadonlyMap<number, Availability>
    }
  | { type: 'CorrectCart'; userId: number; availability: ReadonlyMap<number, Availability>; maxUnits: number }
  | { type: 'NotePlacedOrder'; userId: number; orderId: number }
  | { type: 'NoteTransfer'; userId: number; orderId: number; holdUntil: Date }
  | { type: 'TakeOrdered'; userId: number; orderId: number; lines: readonly CartLine[] }

const maxMergeIds = 20

export const maxUnpaidOrders = 20

const changes: Changes<CartState, CartEvent> = {
  ItemAddedToCart: ({ lines }, item) => ({ lines: withAdded(lines, [item]) }),
  ItemQuantityChanged: ({ lines }, item) => ({ lines: withQuantities(lines, [item]) }),
  ItemRemovedFromCart: ({ lines }, removed) => ({
    lines: lines.filter(({ productId }) => productId !== removed.productId),
  }),
  CartMerged: ({ lines, mergeIds }, merged) => ({
    lines: withAdded(lines, merged.lines),
    mergeIds: [...mergeIds, merged.mergeId].slice(-maxMergeIds),
  }),
  CartCorrected: ({ lines }, { lines: fewer, removed }) => ({
    lines: withQuantities(lines, fewer).filter(({ productId }) => !removed.includes(productId)),
  }),
  CheckoutStarted: ({ unpaidOrderIds }, { orderId }) => ({
    unpaidOrderIds: [...unpaidOrderIds, orderId].slice(-maxUnpaidOrders),
  }),
  TransferStarted: ({ lines, transfers }, { orderId, holdUntil, lines: ordered }) => ({
    lines: without(lines, ordered),
    transfers: [...transfers, { orderId, holdUntil }].slice(-maxUnpaidOrders),
  }),
  // Paying an order clears the earlier unpaid ones.
  CartOrdered: ({ lines, unpaidOrderIds }, ordered) => ({
    lines: without(lines, ordered.lines),
    unpaidOrderIds: unpaidOrderIds.slice(unpaidOrderIds.indexOf(ordered.orderId) + 1),
    hasPaid: true,
  }),
  CartCarriedForward: (_, { userId: __, ...carried }) => carried,
}

function decide(state: CartState, command: CartCommand): CartEvent[] {
  const { userId } = command
  switch (command.type) {
    case 'AddItemToCart':
      return addItem(state, command)
    case 'ChangeItemQuantity': {
      const { productId, quantity } = command
      const line = lineOf(state, productId)
      if (line.quantity === quantity) return []
      return [{ type: 'ItemQuantityChanged', data: { userId, productId, quantity } }]
    }
    case 'RemoveItemFromCart':
      lineOf(state, command.productId)
      return [{ type: 'ItemRemovedFromCart', data: { userId, productId: command.productId } }]
    case 'MergeCart':
      return merge(state, command)
    case 'CorrectCart':
      return correct(state, command)
    case 'NotePlacedOrder':
      if (state.lines.length === 0) throw new Rejection('cart_empty')
      return [{ type: 'CheckoutStarted', data: { userId, orderId: command.orderId } }]
    case 'NoteTransfer': {
      const { orderId, holdUntil } = command
      if (state.lines.length === 0) throw new Rejection('cart_empty')
      const data = { userId, orderId, holdUntil: holdUntil.toISOString(), lines: [...state.lines] }
      return [{ type: 'TransferStarted', data }]
    }
    case 'TakeOrdered': {
      const lines = command.lines.filter((line) => state.lines.some((own) => own.productId === line.productId))
      return lines.length === 0 && state.hasPaid
        ? []
        : [{ type: 'CartOrdered', data: { userId, orderId: command.orderId, lines } }]
    }
    default:
      return command satisfies never
  }
}

function addItem(state: CartState, command: CartCommand & { type: 'AddItemToCart' }): CartEvent[] {
  const { userId, productId, quantity, availability } = command
  if (!availability?.isActive) throw new Rejection('not_found')
  const line = state.lines.find((own) => own.productId === productId)
  // Checks only a new line; 'Pagar' checks all.
  if (!line && availability.available < quantity)
    throw new Rejection('out_of_stock', { available: availability.available })
  if (!line && state.lines.length >= maxCartLines) throw new Rejection('cart_full')
  if ((line?.quantity ?? 0) + quantity > maxQuantity) throw new Rejection('conflict')
  return [{ type: 'ItemAddedToCart', data: { userId, productId, quantity } }]
}

function merge(state: CartState, command: CartCommand & { type: 'MergeCart' }): CartEvent[] {
  const { userId, mergeId, availability } = command
  if (state.mergeIds.includes(mergeId) || command.lines.length === 0) return []
  const room = (line: CartLine) =>
    maxQuantity - (state.lines.find((own) => own.productId === line.productId)?.quantity ?? 0)
  const dropped = droppedOf(state, { mergeId, lines: command.lines, availability }).map(({ id }) => id)
  const lines = withAdded([], command.lines)
    .filter((line) => room(line) > 0 && !dropped.includes(line.productId))
    .map((line) => ({ productId: line.productId, quantity: Math.min(line.quantity, room(line)) }))
  return [{ type: 'CartMerged', data: { userId, mergeId, lines, dropped } }]
}

function correct(state: CartState, command: CartCommand & { type: 'CorrectCart' }): CartEvent[] {
  const sellable = (line: CartLine) => {
    const product = command.availability.get(line.productId)
    return product?.isActive ? Math.min(line.quantity, product.available, command.maxUnits) : 0
  }
  const removed = state.lines.filter((line) => sellable(line) === 0).map((line) => line.productId)
  const lines = state.lines
    .filter((line) => sellable(line) > 0 && sellable(line) < line.quantity)
    .map((line) => ({ productId: line.productId, quantity: sellable(line) }))
  if (removed.length === 0 && lines.length === 0) return []
  return [{ type: 'CartCorrected', data: { userId: command.userId, lines, removed } }]
}

function lineOf(state: CartState, productId: number): CartLine {
  const line = state.lines.find((own) => own.productId === productId)
  if (!line) throw new Rejection('not_found')
  return line
}

function takeSnapshot({ lines, mergeIds, unpaidOrderIds, transfers, hasPaid }: CartState, id: string): CartEvent {
  const lists = {
    ...{ lines: [...lines], mergeIds: [...mergeIds] },
    ...{ unpaidOrderIds: [...unpaidOrderIds], transfers: [...transfers] },
  }
  return { type: 'CartCarriedForward', data: { userId: Number(id), ...lists, hasPaid } }
}

type Merge = Pick<CartCommand & { type: 'MergeCart' }, 'mergeId' | 'lines' | 'availability'>
export type DroppedItem = { id: number; reason: 'inactive' | 'unknown' | 'full' }

/** Lines that a merge drops. Already merged lines keep their place. */
export function droppedOf(state: CartState, { mergeId, lines, availability }: Merge): DroppedItem[] {
  const isOffered = ({ productId }: CartLine) => availability.get(productId)?.isActive === true
  const full = withoutPlace(state, mergeId, lines.filter(isOffered))
  return withAdded([], lines).flatMap((line): DroppedItem[] => {
    const id = line.productId
    if (!isOffered(line)) return [{ id, reason: availability.get(id) ? 'inactive' : 'unknown' }]
    return full.includes(id) ? [{ id, reason: 'full' }] : []
  })
}

/** Products without room in a full cart; none for a repeated merge. */
export function withoutPlace({ lines, mergeIds }: CartState, mergeId: string, added: readonly CartLine[]): number[] {
  if (mergeIds.includes(mergeId)) return []
  const fresh = new Set(added.map((line) => line.productId))
  for (const { productId } of lines) fresh.delete(productId)
  return [...fresh].slice(Math.max(0, maxCartLines - lines.length))
}

export function withAdded(lines: readonly CartLine[], added: readonly CartLine[]): CartLine[] {
  const sum = [...lines]
  for (const { productId, quantity } of added) {
    const place = sum.findIndex((line) => line.productId === productId)
    const before = sum[place]
    if (before) sum[place] = { productId, quantity: before.quantity + quantity }
    else sum.push({ productId, quantity })
  }
  return sum
}

export function withQuantities(lines: readonly CartLine[], changed: readonly CartLine[]): CartLine[] {
  const quantities = new Map(changed.map((line) => [line.productId, line.quantity]))
  return lines.map((line) => ({ ...line, quantity: quantities.get(line.productId) ?? line.quantity }))
}

/** Lines that reach zero disappear. */
export function without(lines: readonly CartLine[], taken: readonly CartLine[]): CartLine[] {
  const left: CartLine[] = []
  for (const { productId, quantity } of lines) {
    const rest = quantity - (taken.find((line) => line.productId === productId)?.quantity ?? 0)
    if (rest > 0) left.push({ productId, quantity: rest })
  }
  return left
}

export const cart: Decider<CartState, CartCommand, CartEvent, 'cart'> = {
  category: 'cart',
  initial: { lines: [], mergeIds: [], unpaidOrderIds: [], transfers: [], hasPaid: false },
  evolve: (state, event) => changed(changes, state, event),
  decide,
  snapshots: { types: ['CartCarriedForward'], take: takeSnapshot },
}
