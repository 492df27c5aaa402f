import { cartEvents } from '#backend/domain/cart/cart.events.ts'
import { type CartLine, cart } from '#backend/domain/cart/cart.ts'
import { bigint, jsonb, nullable } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

export const cartsProjection = defineProjection(cartEvents, {
  name: 'carts',
  version: 2,
  primaryKey: ['user_id'],
  columns: {
    user_id: bigint(),
    lines: jsonb<readonly CartLine[]>(),
    last_order_id: nullable(bigint()),
  },
  streams: ({ user_id }) => [`cart-${user_id}`],
  keys: (event) => [{ user_id: event.data.userId }],
  evolve(row, event) {
    const before = { lines: row?.lines ?? [], unpaidOrderIds: row?.last_order_id ? [row.last_order_id] : [] }
    const after = cart.evolve({ ...cart.initial, ...before }, event)
    return { user_id: event.data.userId, lines: after.lines, last_order_id: after.unpaidOrderIds.at(-1) ?? null }
  },
})
