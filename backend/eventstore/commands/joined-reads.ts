// Batches the reads of one moment into one statement: streams, guarded numbers, the next number of a counter.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { CategoryOf, CounterOf, EventIn, LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { ReadAtOnce, WantedAtOnce } from '#backend/eventstore/log/reads/read-at-once.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import { type Loaded, loadedFrom } from './load-state.ts'

type Gathered<L extends LogDefinition> = { wanted: WantedAtOnce<L>; read: Promise<ReadAtOnce<L>> }

export class JoinedReads<L extends LogDefinition = LogDefinition> {
  readonly #store: EventStore<L>
  #gathered: Gathered<L> | undefined

  constructor(store: EventStore<L>) {
    this.#store = store
  }

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

  /** Returns units per key; keys without events are absent. */
  async readGuarded(keys: readonly number[]): Promise<ReadAtOnce<L>['guarded']> {
    if (keys.length === 0) return new Map()
    const { guarded } = await this.#join((wanted) => wanted.guarded.push(...keys))
    return guarded
  }

  /** The next number of a counter. A batch can ask for one number only. */
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
