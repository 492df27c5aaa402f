// Decides commands on a loaded stream and appends a snapshot event to a long one.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import type { Loaded } from './load-state.ts'

export const snapshotEvery = 50

/**
 * Decides each command on the outcome of the previous one; returns the events and the stream after them. A snapshot
 * event comes last and leaves the state as is. Throws the decider's rejection.
 */
export function decideOn<State, Command, Event extends AnyEvent, Category extends string>(
  decider: Decider<State, Command, Event, Category>,
  loaded: Loaded<State, Category>,
  commands: readonly Command[],
  codec: Pick<EventCodec, 'asRead'>,
): { events: Event[]; after: Loaded<State, Category> } {
  let { state } = loaded
  const events: Event[] = []
  for (const command of commands) {
    const decided = decider.decide(state, command)
    events.push(...decided)
    state = decided.reduce((previous, event) => decider.evolve(previous, codec.asRead(event)), state)
  }
  let folded = loaded.folded + events.length
  if (decider.snapshots?.take && events.length > 0 && folded >= snapshotEvery) {
    events.push(decider.snapshots.take(state, loaded.stream.slice(decider.category.length + 1)))
    folded = 1
  }
  return { events, after: { ...loaded, state, version: loaded.version + events.length, folded } }
}
