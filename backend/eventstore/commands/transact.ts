// Runs a command over several streams: load, decide, append as one unit, and start again after a lost race.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { ActorOf, CategoryOf, EventIn, LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import { VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import type { Claim, EventStore, NewWrite } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import {
  AlreadyAccepted,
  type CommandContext,
  findRepeat,
  type Handled,
  identityOf,
  maxAttempts,
  metadataOf,
  pauseAfter,
} from './command.ts'
import { decideOn } from './decide-on.ts'
import { type Loaded, loadedFrom, loadStates } from './load-state.ts'

export class UnitOfWork<L extends LogDefinition = LogDefinition> {
  readonly store: EventStore<L>
  readonly attempt: number
  readonly writes: NewWrite<L>[] = []
  readonly claims: Claim<L>[] = []
  seen = 0

  constructor(store: EventStore<L>, attempt: number) {
    this.store = store
    this.attempt = attempt
  }

  async loadAll<C extends CategoryOf<L>, State, Command>(
    decider: Decider<State, Command, EventIn<L, C>, C>,
    ids: readonly (string | number)[],
  ): Promise<Loaded<State, C>[]> {
    const loaded = await loadStates(this.store, decider, ids)
    this.seen = Math.max(this.seen, ...loaded.map(({ position }) => position))
    return loaded
  }

  async load<C extends CategoryOf<L>, State, Command>(
    decider: Decider<State, Command, EventIn<L, C>, C>,
    id: string | number,
  ): Promise<Loaded<State, C>> {
    const [loaded] = await this.loadAll(decider, [id])
    return loaded as Loaded<State, C>
  }

  /** Stands for a new id's stream without reading: the append fails if the stream exists. */
  absent<C extends CategoryOf<L>, State, Command>(
    decider: Decider<State, Command, EventIn<L, C>, C>,
    id: string | number,
  ): Loaded<State, C> {
    return loadedFrom(decider, `${decider.category}-${id}`, [])
  }

  /** Decides commands on a loaded state and writes their events at the loaded version; returns the stream after them. */
  decide<C extends CategoryOf<L>, State, Command>(
    decider: Decider<State, Command, EventIn<L, C>, C>,
    loaded: Loaded<State, C>,
    ...commands: Command[]
  ): Loaded<State, C> {
    const { events, after } = decideOn(decider, loaded, commands, this.store.codec)
    if (events.length > 0) this.#write(loaded.stream, loaded.version, events)
    return after
  }

  /** Writes facts at any version of the stream; for streams whose rule is a guard in the database. */
  record<C extends CategoryOf<L>>(stream: StreamName<C>, events: readonly EventIn<L, C>[]): void {
    if (events.length > 0) this.#write(stream, null, events)
  }

  unchanged(loaded: Loaded<unknown, CategoryOf<L>>): void {
    this.#write(loaded.stream, loaded.version, [])
  }

  claim(claim: Claim<L>): void {
    this.claims.push(claim)
  }

  #write<C extends CategoryOf<L>>(stream: StreamName<C>, expected: number | null, events: readonly EventIn<L, C>[]) {
    this.writes.push({ stream, expected, events } as unknown as NewWrite<L>)
  }
}

/**
 * Runs `attempt` and appends its writes, all or nothing. If another writer changed one of the streams meanwhile, the
 * attempt runs again on the new states. The events carry `cause`, the command's name. Throws the attempt's error;
 * ClaimTaken, GuardRefused or Overloaded from the store; VersionConflict after maxAttempts. For a caller's own command
 * id: AlreadyAccepted for a repeat, CommandIdReused for other content.
 */
export async function transact<L extends LogDefinition, Result>(
  store: EventStore<L>,
  context: CommandContext<ActorOf<L>>,
  cause: string,
  attempt: (unit: UnitOfWork<L>) => Promise<Result>,
): Promise<Handled<Result>> {
  return appendDecided(store, context, cause, async (unit) => ({ result: await attempt(unit), cause }))
}

/** Like transact, for a command whose name is known once it is decided. `target`: what a caller's own id is bound to. */
export async function appendDecided<L extends LogDefinition, Result>(
  store: EventStore<L>,
  context: CommandContext<ActorOf<L>>,
  target: string,
  attempt: (unit: UnitOfWork<L>) => Promise<{ result: Result; cause: string }>,
): Promise<Handled<Result>> {
  const identity = identityOf(context, target)
  const reached = (position: number) => {
    context.onReached?.(position)
    return position
  }
  // Looks before deciding, since the state may already include the command's own events.
  const repeated = await findRepeat(store, identity)
  if (repeated !== undefined) throw new AlreadyAccepted(reached(repeated))
  for (let attempts = 1; ; attempts++) {
    const unit = new UnitOfWork(store, attempts)
    const { result, cause } = await attempt(unit)
    const { writes, claims } = unit
    if (writes.every((write) => write.events.length === 0))
      return { result, position: reached(unit.seen), appended: false }
    try {
      const meta = metadataOf(context, cause)
      const { position, duplicate } = await store.append({ ...identity, at: context.at, meta, writes, claims })
      if (duplicate && identity.fingerprint) throw new AlreadyAccepted(reached(position))
      return { result, position: reached(position), appended: !duplicate }
    } catch (error) {
      if (!(error instanceof VersionConflict) || attempts === maxAttempts) throw error
      await pauseAfter(attempts)
    }
  }
}
