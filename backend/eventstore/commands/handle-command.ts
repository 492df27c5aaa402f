// The only write path: load, fold, decide, append, and again from the start where somebody else was faster.
import { type Decider, fold } from '#backend/eventstore/definition/decider.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import { VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import type { Claim, EventStore, NewWrite } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import {
  type CommandContext,
  type Handled,
  type Loaded,
  maxAttempts,
  metadataOf,
  newCommandId,
  pauseAfter,
} from './command.ts'
import { CommandLine } from './stream-queue.ts'

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
    const streams = ids.map((id): StreamName => `${decider.category}-${id}`)
    const histories = await this.#store.readStreams(streams)
    return streams.map((stream) => {
      const history = histories.get(stream) ?? []
      this.seen = Math.max(this.seen, history.at(-1)?.position ?? 0)
      return { stream, state: fold(decider, history as unknown as Event[]), version: history.length }
    })
  }

  async load<State, Command, Event extends AnyEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
  ): Promise<Loaded<State>> {
    const [loaded] = await this.loadAll(decider, [id])
    return loaded as Loaded<State>
  }

  /** Decides a command on a loaded state and writes its events at the version that was loaded; answers the state after them. */
  decide<State, Command, Event extends AnyEvent>(
    decider: Decider<State, Command, Event>,
    loaded: Loaded<State>,
    command: Command,
  ): State {
    return this.decideAll(decider, loaded, [command])
  }

  /** The same for several commands in a row: each sees what the ones before it led to, and all are written as one. */
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
      state = decided.reduce((before, event) => decider.evolve(before, event), state)
    }
    if (events.length > 0) this.writes.push({ stream: loaded.stream, expected: loaded.version, events })
    return state
  }

  /** Writes facts to a stream whatever its version; for streams whose rule is a guard in the database (stock). */
  record(stream: StreamName, events: readonly AnyEvent[]): void {
    this.writes.push({ stream, expected: null, events })
  }

  /** Holds the append to what was looked at: it is refused where this stream has changed since. */
  unchanged(loaded: Loaded<unknown>): void {
    this.writes.push({ stream: loaded.stream, expected: loaded.version, events: [] })
  }

  /** Takes a unique value for a stream; the append is refused with ClaimTaken where somebody has it. */
  claim(claim: Claim): void {
    this.claims.push(claim)
  }
}

/**
 * Runs one attempt until its writes are accepted as one atomic unit. `cause` is the command's name, kept beside its events.
 * Throws what the attempt throws, and ClaimTaken or GuardRefused from the store.
 */
export async function transact<Result>(
  store: EventStore,
  context: CommandContext,
  cause: string,
  attempt: (unit: UnitOfWork) => Promise<Result>,
): Promise<Handled<Result>> {
  const commandId = context.commandId ?? newCommandId()
  const meta = metadataOf(context, cause)
  for (let tries = 1; ; tries++) {
    const unit = new UnitOfWork(store)
    const result = await attempt(unit)
    if (unit.writes.every((write) => write.events.length === 0)) return { result, position: unit.seen, appended: false }
    try {
      const { position, duplicate } = await store.append({
        commandId,
        at: context.at,
        meta,
        writes: unit.writes,
        claims: unit.claims,
      })
      return { result, position, appended: !duplicate }
    } catch (error) {
      if (!(error instanceof VersionConflict) || tries === maxAttempts) throw error
      await pauseAfter(tries)
    }
  }
}

/** The common case: one command on one stream. Answers the state after it. */
export function handleCommand<State, Command extends { type: string }, Event extends AnyEvent>(
  store: EventStore,
  context: CommandContext,
  decider: Decider<State, Command, Event>,
  id: string | number,
  command: Command,
): Promise<Handled<State>> {
  const stream: StreamName = `${decider.category}-${id}`
  const lines = openLines.get(store) ?? new Map<StreamName, CommandLine<unknown, never, AnyEvent>>()
  openLines.set(store, lines)
  const line = (lines.get(stream) ??
    new CommandLine(store, decider, stream, () => lines.delete(stream))) as unknown as CommandLine<
    State,
    Command,
    Event
  >
  lines.set(stream, line as unknown as CommandLine<unknown, never, AnyEvent>)
  return line.add(context, command)
}

/** Per stream that this process has commands for at this moment. */
const openLines = new WeakMap<EventStore, Map<StreamName, CommandLine<unknown, never, AnyEvent>>>()
