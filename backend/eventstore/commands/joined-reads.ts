// What is asked for in one moment is read by one statement: streams of several aggregates, guarded numbers, the next number of a counter.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { CategoryOf, CounterOf, EventIn, LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { ReadAtOnce, WantedAtOnce } from '#backend/eventstore/log/reads/read-at-once.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import { type Loaded, loadedFrom } from './load-state.ts'

type Gathered<L extends LogDefinition> = { wanted: WantedAtOnce<L>; read: Promise<ReadAtOnce<L>> }

/** Calls that are made before any of them is awaited (Promise.all) cost one round trip together. */
export class JoinedReads<L extends LogDefinition = LogDefinition> {
  readonly #store: EventStore<L>
  #gathered: Gathered<L> | undefined

  constructor(store: EventStore<L>) {
    this.#store = store
  }

  /** Folds these streams of one aggregate, in the order of the ids. */
  async loadAll<C extends CategoryOf<L>, State, Command, Event extends EventIn<L, C>>(
    decider: Decider<State, Command, Event, C>,
    ids: readonly (string | number)[],
  ): Promise<Loaded<State, C>[]> {
    if (ids.length === 0) return []
    const streams = ids.map((id): StreamName<C> => `${decider.category}-${id}`)
    const { histories } = await this.#join((wanted) => {
      wanted.streams.push(...streams)
      wanted.openedBy.push(...(decider.books?.openedBy ?? []))
    })
    return streams.map((stream) => loadedFrom(decider, stream, (histories.get(stream) ?? []) as never))
  }

  /** The guarded numbers of these keys, in units; a key that no event has changed is absent. */
  async readGuarded(keys: readonly number[]): Promise<ReadAtOnce<L>['guarded']> {
    if (keys.length === 0) return new Map()
    const { guarded } = await this.#join((wanted) => wanted.guarded.push(...keys))
    return guarded
  }

  /** The next number of a counter; in one moment, one of one counter. */
  async nextId(counter: CounterOf<L>): Promise<number> {
    const { nextId } = await this.#join((wanted) => {
      wanted.counter = counter
    })
    return nextId as number
  }

  #join(add: (wanted: WantedAtOnce<L>) => void): Promise<ReadAtOnce<L>> {
    this.#gathered ??= this.#gather()
    add(this.#gathered.wanted)
    return this.#gathered.read
  }

  #gather(): Gathered<L> {
    const wanted: WantedAtOnce<L> = { streams: [], openedBy: [], guarded: [], counter: null }
    const read = Promise.resolve().then(() => {
      this.#gathered = undefined
      return this.#store.readAtOnce(wanted)
    })
    return { wanted, read }
  }
}
