import { cart } from '#backend/domain/cart/cart.ts'
import { order } from '#backend/domain/order/order.ts'
import { notification } from '#backend/domain/payment/notification.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import { cost } from '#backend/domain/product/cost/cost.ts'
import { product } from '#backend/domain/product/product.ts'
import { review } from '#backend/domain/review/review.ts'
import { stock } from '#backend/domain/stock/stock.ts'
import { user } from '#backend/domain/user/user.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { type Change, changesBetween } from './changes-between.ts'
import { type EventView, viewEvents } from './event-view.ts'

export type Step = { event: EventView; state: unknown; changes: Change[] }

/** Each stream from its beginning, with personal fields open. */
export async function foldStreams(store: ShopStore, rows: readonly StoredEvent[]): Promise<Step[]> {
  const streams = Map.groupBy(await viewEvents(store, rows, { unseal: true }), ({ stream }) => stream)
  return [...streams].flatMap(([stream, events]) => foldSteps(stream, events))
}

export function foldSteps(stream: string, events: readonly EventView[]): Step[] {
  const fold = foldOf(stream)
  let state = fold?.initial
  return events.map((event) => {
    const before = state
    state = fold?.evolve(state, event as AnyEvent)
    return { event, state, changes: changesBetween(before, state) }
  })
}

type Fold = { category: string; initial: unknown; evolve(state: unknown, event: AnyEvent): unknown }

const folds = [user, product, cost, stock, cart, order, payment, notification, review] as unknown as readonly Fold[]

export function foldOf(stream: string): Fold | undefined {
  return folds.find((fold) => stream.startsWith(`${fold.category}-`))
}
