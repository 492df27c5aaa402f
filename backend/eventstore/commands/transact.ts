// A command that writes several streams: load, decide, append all of it as one unit, and again from the start after a lost race.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import { VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import type { Claim, EventStore, NewWrite } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import { type CommandContext, type Handled, maxAttempts, metadataOf, newCommandId, pauseAfter } from './command.ts'
import { type Loaded, loadStates } from './load-state.ts'

/** What one attempt gathers: the states it looked at and the writes that follow. */
export class UnitOfWork {
  readonly #store: EventStore
  readonly writes: NewWrite[] = []
  readonly claims: Claim[] = []
  /** Last position among everything loaded. */
  seen = 0

  constructor(store: EventStore) {
    this.#store = store
  }

  /** Folds these streams of one aggregate, in the order of the ids; one round trip. */
  async loadAll<State, Command, Event extends AnyEvent>(
    decider: Decider<State, Command, Event>,
    ids: readonly (string | number)[],
  ): Promise<Loaded<State>[]> {
    const loaded = await loadStates(this.#store, decider, ids)
    this.seen = Math.max(this.seen, ...loaded.map(({ position }) => position))
    return loaded
  }

  async load<State, Command, Event extends AnyEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
  ): Promise<Loaded<State>> {
    const [loaded] = await this.loadAll(decider, [id])
    return loaded as Loaded<State>
  }

  /** Decides a command on a loaded state and writes its events at the version that was loaded; returns the state after them. */
  decide<State, Command, Event extends AnyEvent>(
    decider: Decider<State, Command, Event>,
    loaded: Loaded<State>,
    command: Command,
  ): State {
    return this.decideAll(decider, loaded, [command])
  }

  /** The same for several commands in a row: each sees what the previous ones led to, and all are written as one. */
  decideAll<State, Command, Event extends AnyEvent>(
    decider: Decider<State, Command, Event>,
    loaded: Loaded<State>,
    commands: readonly Command[],
  ): State {
    let state = loaded.state
    const events: Event[] = []
    for (const command of commands) {
      const decided = decider.decide(state, command)
      events.push(...decided)
      state = decided.reduce((previous, event) => decider.evolve(previous, event), state)
    }
    if (events.length > 0) this.writes.push({ stream: loaded.stream, expected: loaded.version, events })
    return state
  }

  /** Writes facts to a stream whatever its version; for streams whose rule is a guard in the database (stock). */
  record(stream: StreamName, events: readonly AnyEvent[]): void {
    this.writes.push({ stream, expected: null, events })
  }

  /** Makes the append fail if this stream has changed since it was loaded. */
  unchanged(loaded: Loaded<unknown>): void {
    this.writes.push({ stream: loaded.stream, expected: loaded.version, events: [] })
  }

  /** Takes a unique value for a stream; the append throws ClaimTaken if another stream has it. */
  claim(claim: Claim): void {
    this.claims.push(claim)
  }
}

/**
 * Runs `attempt`, which loads states and decides on them, and appends what it gathered: all of it or nothing. If another writer changed
 * one of the streams meanwhile, nothing is appended and the attempt runs again on the new states. `cause` is the command's name, kept
 * beside its events. Throws what the attempt throws; ClaimTaken, GuardRefused or Overloaded from the store; VersionConflict after
 * maxAttempts.
 */
export async function transact<Result>(
  store: EventStore,
  context: CommandContext,
  cause: string,
  attempt: (unit: UnitOfWork) => Promise<Result>,
): Promise<Handled<Result>> {
  const commandId = context.commandId ?? newCommandId()
  const meta = metadataOf(context, cause)
  for (let attempts = 1; ; attempts++) {
    const unit = new UnitOfWork(store)
    const result = await attempt(unit)
    const { writes, claims } = unit
    if (writes.every((write) => write.events.length === 0)) return { result, position: unit.seen, appended: false }
    try {
      const { position, duplicate } = await store.append({ commandId, at: context.at, meta, writes, claims })
      return { result, position, appended: !duplicate }
    } catch (error) {
      if (!(error instanceof VersionConflict) || attempts === maxAttempts) throw error
      await pauseAfter(attempts)
    }
  }
}
