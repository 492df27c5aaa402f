import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { type Change, changesBetween } from './changes-between.ts'
import { foldOf } from './entity-deciders.ts'
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
