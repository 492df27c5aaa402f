// Projects who sells: a row for each revision, since orders name theirs, and row 0 for the present one.
import { sellerEvents } from '#backend/domain/seller/seller.events.ts'
import { type Seller, sellerId } from '#backend/domain/seller/seller.limits.ts'
import { int, jsonb } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

/** The key of the present seller, also for orders placed before the first change. */
export const presentSeller = 0

export const sellerProjection = defineProjection(sellerEvents, {
  name: 'seller',
  version: 1,
  primaryKey: ['id'],
  columns: { id: int(), revision: int(), seller: jsonb<Seller>() },
  streams: () => [`seller-${sellerId}`],
  keys: ({ data: { revision } }) => [{ id: presentSeller }, { id: revision }],
  evolve: (_, { data: { revision, ...seller } }, { id }) => ({ id, revision, seller }),
})
