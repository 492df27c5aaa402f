// A command that writes several streams: load, decide, append all of it as one unit, and again from the start after a lost race.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { ActorOf, CategoryOf, EventIn, LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import { VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import { positionOf } from '#backend/eventstore/log/command-ids.ts'
import type { Claim, EventStore, NewWrite } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import {
  AlreadyAccepted,
  type CommandContext,
  type CommandIdentity,
  type Handled,
  identityOf,
  maxAttempts,
  metadataOf,
  pauseAfter,
} from './command.ts'
import { decideOn } from './decide-on.ts'
import { JoinedReads } from './joined-reads.ts'
import { type Loaded, loadedFrom } from './load-state.ts'

/** What one attempt gathers: the states it looked at and the writes that follow. A stream takes only the events of its category. */
export class UnitOfWork<L extends LogDefinition = LogDefinition> {
  readonly #store: EventStore<L>
  /** What is asked for in one moment costs one round trip. */
  readonly reads: JoinedReads<L>
  readonly writes: NewWrite<L>[] = []
  readonly claims: Claim<L>[] = []
  /** Last position among everything loaded. */
  seen = 0

  constructor(store: EventStore<L>) {
    this.#store = store
    this.reads = new JoinedReads(store)
  }

  /** Folds these streams of one aggregate, in the order of the ids; one round trip with what is asked for in the same moment. */
  async loadAll<C extends CategoryOf<L>, State, Command, Event extends EventIn<L, C>>(
    decider: Decider<State, Command, Event, C>,
    ids: readonly (string | number)[],
  ): Promise<Loaded<State, C>[]> {
    const loaded = await this.reads.loadAll(decider, ids)
    this.seen = Math.max(this.seen, ...loaded.map(({ position }) => position))
    return loaded
  }

  async load<C extends CategoryOf<L>, State, Command, Event extends EventIn<L, C>>(
    decider: Decider<State, Command, Event, C>,
    id: string | number,
  ): Promise<Loaded<State, C>> {
    const [loaded] = await this.loadAll(decider, [id])
    return loaded as Loaded<State, C>
  }

  /** A stream that cannot be there yet, as its id is new: not read, and the append fails if it is. */
  absent<C extends CategoryOf<L>, State, Command, Event extends EventIn<L, C>>(
    decider: Decider<State, Command, Event, C>,
    id: string | number,
  ): Loaded<State, C> {
    return loadedFrom(decider, `${decider.category}-${id}`, [])
  }

  /** Decides a command on a loaded state and writes its events at the version that was loaded; returns the state after them. */
  decide<C extends CategoryOf<L>, State, Command, Event extends EventIn<L, C>>(
    decider: Decider<State, Command, Event, C>,
    loaded: Loaded<State, C>,
    command: Command,
  ): State {
    return this.decideAll(decider, loaded, [command])
  }

  /** The same for several commands in a row: each sees what the previous ones led to, and all are written as one. */
  decideAll<C extends CategoryOf<L>, State, Command, Event extends EventIn<L, C>>(
    decider: Decider<State, Command, Event, C>,
    loaded: Loaded<State, C>,
    commands: readonly Command[],
  ): State {
    return this.decided(decider, loaded, commands).state
  }

  /** The same; returns the stream after them, for what is decided on it once this unit is appended. */
  decided<C extends CategoryOf<L>, State, Command, Event extends EventIn<L, C>>(
    decider: Decider<State, Command, Event, C>,
    loaded: Loaded<State, C>,
    commands: readonly Command[],
  ): Loaded<State, C> {
    const { events, after } = decideOn(decider, loaded, commands, this.#store.codec)
    if (events.length > 0) this.#write(loaded.stream, loaded.version, events)
    return after
  }

  /** Writes facts to a stream whatever its version; for streams whose rule is a guard in the database. */
  record<C extends CategoryOf<L>>(stream: StreamName<C>, events: readonly EventIn<L, C>[]): void {
    if (events.length > 0) this.#write(stream, null, events)
  }

  /** Makes the append fail if this stream has changed since it was loaded. */
  unchanged(loaded: Loaded<unknown, CategoryOf<L>>): void {
    this.#write(loaded.stream, loaded.version, [])
  }

  /** Takes a unique value for a stream; the append throws ClaimTaken if another stream has it. */
  claim(claim: Claim<L>): void {
    this.claims.push(claim)
  }

  #write<C extends CategoryOf<L>>(stream: StreamName<C>, expected: number | null, events: readonly EventIn<L, C>[]) {
    this.writes.push({ stream, expected, events } as unknown as NewWrite<L>)
  }
}

/**
 * Runs `attempt`, which loads states and decides on them, and appends what it gathered: all of it or nothing. If another writer changed
 * one of the streams meanwhile, nothing is appended and the attempt runs again on the new states. `cause` is the command's name, kept
 * beside its events. Throws what the attempt throws; ClaimTaken, GuardRefused or Overloaded from the store; VersionConflict after
 * maxAttempts. If the caller named the command: AlreadyAccepted for a repeat, CommandIdReused if its id was accepted for something else.
 */
export async function transact<L extends LogDefinition, Result>(
  store: EventStore<L>,
  context: CommandContext<ActorOf<L>>,
  cause: string,
  attempt: (unit: UnitOfWork<L>) => Promise<Result>,
): Promise<Handled<Result>> {
  const identity = identityOf(context, cause)
  await refuseRepeat(store, identity)
  const meta = metadataOf(context, cause)
  for (let attempts = 1; ; attempts++) {
    const unit = new UnitOfWork(store)
    const result = await attempt(unit)
    const { writes, claims } = unit
    if (writes.every((write) => write.events.length === 0)) return { result, position: unit.seen, appended: false }
    try {
      const { position, duplicate } = await store.append({ ...identity, at: context.at, meta, writes, claims })
      if (duplicate && identity.fingerprint) throw new AlreadyAccepted(position)
      return { result, position, appended: !duplicate }
    } catch (error) {
      if (!(error instanceof VersionConflict) || attempts === maxAttempts) throw error
      await pauseAfter(attempts)
    }
  }
}

/** Before anything is decided: the state may be what the command itself led to. */
async function refuseRepeat(store: EventStore, identity: CommandIdentity): Promise<void> {
  if (!identity.fingerprint) return
  const position = positionOf(await store.findAccepted([identity.commandId]), identity)
  if (position !== undefined) throw new AlreadyAccepted(position)
}
