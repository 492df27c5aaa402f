// The shape of every aggregate: where it starts, how a fact changes it, what a command leads to.
import type { AnyEvent } from './event-definition.ts'

export type Decider<State, Command, Event extends AnyEvent, Category extends string = string> = {
  /** Category of its streams: `cart` holds `cart-7`. */
  readonly category: Category
  readonly initial: State
  evolve(state: State, event: Event): State
  /** The facts a command leads to. An empty list means nothing to do; throws if the rules refuse the command. */
  decide(state: State, command: Command): Event[]
}

/** Folds a history to a state. */
export function fold<State, Event extends AnyEvent>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: readonly Event[],
): State {
  return events.reduce((state, event) => decider.evolve(state, event), decider.initial)
}
