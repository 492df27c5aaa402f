// The shape of every aggregate: where it starts, how a fact changes it, what a command leads to.
import type { AnyEvent } from './event-definition.ts'

export type Decider<State, Command, Event extends AnyEvent, Category extends string = string> = {
  /** Category of its streams: `cart` holds `cart-7`. */
  readonly category: Category
  readonly initial: State
  evolve(state: State, event: Event): State
  /** The facts a command leads to. An empty list means nothing to do; throws if the rules refuse the command. */
  decide(state: State, command: Command): Event[]
  /** Absent: every decision reads the whole stream. */
  readonly books?: Books<State, Event>
}

/** How a stream without end stays short to read: an event that holds the whole state opens new books, and nothing before it is read. */
export type Books<State, Event extends AnyEvent> = {
  /** The types of events after which the state is the same whatever was before. */
  readonly openedBy: readonly Event['type'][]
  /** Such an event for a state, appended when the books have become long; absent if each of the stream's events is one. `id`: the stream's. */
  open?(state: State, id: string): Event
}

/** Folds a history to a state. */
export function fold<State, Event extends AnyEvent>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: readonly Event[],
): State {
  return events.reduce((state, event) => decider.evolve(state, event), decider.initial)
}
