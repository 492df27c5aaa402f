// The shop's only shipping table.
import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { DeliveryEvent } from './delivery.events.ts'
import { type DeliveryPrices, noDelivery } from './delivery.limits.ts'

export type DeliveryState = DeliveryPrices & { revision: number }
export type DeliveryCommand = { type: 'ChangeDeliveryPrices'; seen: number } & DeliveryPrices

export const delivery: Decider<DeliveryState, DeliveryCommand, DeliveryEvent, 'delivery'> = {
  category: 'delivery',
  initial: { ...noDelivery, revision: 0 },
  evolve: (_, { data }) => data,
  /** Ignores an identical table. Throws Rejection delivery_changed if the revision differs. */
  decide({ revision, ...present }, { seen, ranges, freeFromCents }) {
    const wanted = { ranges: ranges.map((range) => ({ ...range })), freeFromCents }
    if (contentOf(present) === contentOf(wanted)) return []
    if (seen !== revision) throw new Rejection('delivery_changed')
    return [{ type: 'DeliveryPricesChanged', data: { revision: revision + 1, ...wanted } }]
  },
  snapshots: { types: ['DeliveryPricesChanged'] },
}

function contentOf({ ranges, freeFromCents }: DeliveryPrices): string {
  return JSON.stringify([ranges.map(({ from, to, priceCents, days }) => [from, to, priceCents, days]), freeFromCents])
}
