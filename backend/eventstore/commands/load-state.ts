import { type Decider, fold } from '#backend/eventstore/definition/decider.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { CategoryOf, EventIn, LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'

export type Loaded<State, Category extends string = string> = {
  stream: StreamName<Category>
  state: State
  version: number
  position: number
  folded: number
}

/** Folds streams of one aggregate in one round trip, in the order of the ids. `until` reads the log as of then. */
export async function loadStates<L extends LogDefinition, C extends CategoryOf<L>, State, Command>(
  store: EventStore<L>,
  decider: Decider<State, Command, EventIn<L, C>, C>,
  ids: readonly (string | number)[],
  until?: number,
): Promise<Loaded<State, C>[]> {
  const streams = ids.map((id): StreamName<C> => `${decider.category}-${id}`)
  const histories = await store.readStreams(streams, decider.snapshots?.types ?? [], until)
  return streams.map((stream) => loadedFrom(decider, stream, histories.get(stream) ?? []))
}

export function loadedFrom<State, Command, Event extends AnyEvent, Category extends string>(
  decider: Decider<State, Command, Event, Category>,
  stream: StreamName<Category>,
  history: readonly RecordedEvent[],
): Loaded<State, Category> {
  const state = fold(decider, history as unknown as Event[])
  const { version = 0, position = 0 } = history.at(-1) ?? {}
  return { stream, state, version, position, folded: history.length }
}

export async function loadState<L extends LogDefinition, C extends CategoryOf<L>, State, Command>(
  store: EventStore<L>,
  decider: Decider<State, Command, EventIn<L, C>, C>,
  id: string | number,
  until?: number,
): Promise<Loaded<State, C>> {
  const [loaded] = await loadStates(store, decider, [id], until)
  return loaded as Loaded<State, C>
}
