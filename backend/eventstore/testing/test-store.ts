// For tests: a store with the shop's events, and the smallest entries to append. Knows no test runner: child processes use it too.

import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { NewEntry } from '#backend/eventstore/log/event-store.ts'
import { openCore } from '#backend/shop.ts'

export const testKey = Buffer.alloc(32, 5)

/** Another process's worth of store on the same database. */
export function openStore(databaseUrl: string) {
  return openCore({ databaseUrl, dataKey: testKey, sessionSecret: 't'.repeat(40) })
}

const meta = { actor: 'operator', cause: 'Test', correlation: '00000000-0000-4000-8000-000000000000' } as const

/** One entry that adds `count` items to a cart; `expected` null accepts any version. */
export function additions(cartId: number, expected: number | null, count = 1, quantity = 1): NewEntry<ShopLog> {
  const event = { type: 'ItemAddedToCart' as const, data: { userId: cartId, productId: 1, quantity } }
  return {
    commandId: newCommandId(),
    meta,
    writes: [{ stream: `cart-${cartId}`, expected, events: Array.from({ length: count }, () => event) }],
  }
}

/** One entry that writes a stock event. */
export function stockEntry(
  type: 'StockAdjusted' | 'StockHeld' | 'StockReleased',
  productId: number,
  units: number,
  orderId = 1,
): NewEntry<ShopLog> {
  const event: StockEvent =
    type === 'StockAdjusted'
      ? { type, data: { productId, delta: units } }
      : { type, data: { productId, orderId, quantity: units } }
  return {
    commandId: newCommandId(),
    meta,
    writes: [{ stream: `stock-${productId}`, expected: null, events: [event] }],
  }
}
