// For tests: `core`, the shop's store and read side on a fresh database of the file's own, and `owner`, a pool with the owner's rights.
import { createPool } from '#backend/db/database.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { NewEntry } from '#backend/eventstore/log/event-store.ts'
import { openCore } from '#backend/shop.ts'
import { test as databaseTest } from '#scripts/testing/database.ts'

/** Another process's worth of the shop on the same database, without pages or jobs. */
export function openTestCore(databaseUrl: string) {
  return openCore({ databaseUrl, dataKey: Buffer.alloc(32, 5), sessionSecret: 't'.repeat(40) })
}

/** A pool with the owner's rights and without time limits, as operators have; end it yourself. */
export function openOwnerPool(databaseUrl: string) {
  return createPool(databaseUrl, { as: 'owner', max: 24, name: 'gamertech ops', limits: false })
}

export const test = databaseTest
  .extend('core', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const core = await openTestCore(databaseUrl)
    onCleanup(() => core.close())
    return core
  })
  .extend('owner', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const owner = openOwnerPool(databaseUrl)
    onCleanup(() => owner.end())
    return owner
  })

const meta = { actor: 'operator', cause: 'Test', correlation: '00000000-0000-4000-8000-000000000000' } as const

/** One entry that adds an item to a cart `count` times; `expected` null accepts any version. */
export function additions(userId: number, expected: number | null, count = 1): NewEntry<ShopLog> {
  const event = { type: 'ItemAddedToCart' as const, data: { userId, productId: 1, quantity: 1 } }
  return {
    commandId: newCommandId(),
    meta,
    writes: [{ stream: `cart-${userId}`, expected, events: Array.from({ length: count }, () => event) }],
  }
}
