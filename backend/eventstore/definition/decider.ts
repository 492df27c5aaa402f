import type { AnyEvent, DataOf } from './event-definition.ts'

export type Decider<State, Command, Event extends AnyEvent, Category extends string = string> = {
  readonly category: Category
  readonly initial: State
  evolve(state: State, event: Event): State
  /** Returns the command's events, an empty list if there is nothing to do; throws if the rules refuse the command. */
  decide(state: State, command: Command): Event[]
  readonly snapshots?: Snapshots<State, Event>
}

/** Keeps an endless stream short to read: a snapshot event holds the whole state, and readers start there. */
export type Snapshots<State, Event extends AnyEvent> = {
  readonly types: readonly Event['type'][]
  take?(state: State, id: string): Event
}

export function fold<State, Event extends AnyEvent>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: readonly Event[],
): State {
  return events.reduce((state, event) => decider.evolve(state, event), decider.initial)
}

/** The part of a state that each event changes. */
export type Changes<State, Event extends AnyEvent> = {
  readonly [Type in Event['type']]: (state: State, data: DataOf<Event, Type>) => Partial<State>
}

export function changed<State, Event extends AnyEvent>(
  changes: Changes<State, Event>,
  state: State,
  { type, data }: Event,
): State {
  const change = changes[type as Event['type']] as (state: State, data: unknown) => Partial<State>
  return { ...state, ...change(state, data) }
}
