// This process's commands on one stream stand in line: those that wait are decided in a row, each on what the ones before lead to, and leave together.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type Decider, fold } from '#backend/eventstore/definition/decider.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import { type AppendOutcome, VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import { type CommandContext, type Handled, maxAttempts, metadataOf, newCommandId, pauseAfter } from './command.ts'

const longestRow = 64

type Waiting<State, Command> = {
  readonly context: CommandContext
  readonly commandId: string
  readonly command: Command
  /** Runs work as part of what called: its trace goes on in the append. */
  readonly asCaller: <T>(work: () => T) => T
  tries: number
  resolve(handled: Handled<State>): void
  reject(error: unknown): void
}
/** The stream as it stands after `version` events, the last of them at `position`. */
type Known<State> = { state: State; version: number; position: number }
type Decided<State, Command, Event> = {
  one: Waiting<State, Command>
  before: Known<State>
  /** The state after it; where the decider said no, the one before. */
  state: State
  events: readonly Event[]
  refusal?: unknown
}

export class CommandLine<State, Command extends { type: string }, Event extends AnyEvent> {
  readonly #store: EventStore
  readonly #decider: Decider<State, Command, Event>
  readonly #stream: StreamName
  readonly #onEmpty: () => void
  readonly #waiting: Waiting<State, Command>[] = []
  #isMoving = false

  /** onEmpty is called when nobody is left; the line is then never used again. */
  constructor(store: EventStore, decider: Decider<State, Command, Event>, stream: StreamName, onEmpty: () => void) {
    this.#store = store
    this.#decider = decider
    this.#stream = stream
    this.#onEmpty = onEmpty
  }

  /** Decides a command when its turn comes and answers the state after it; throws what the decider throws. */
  add(context: CommandContext, command: Command): Promise<Handled<State>> {
    const commandId = context.commandId ?? newCommandId()
    const asCaller = AsyncLocalStorage.snapshot()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ context, commandId, command, asCaller, tries: 0, resolve, reject })
      if (!this.#isMoving) void this.#move()
    })
  }

  async #move(): Promise<void> {
    this.#isMoving = true
    await Promise.resolve() // whoever comes in the same moment is in the first row
    let known: Known<State> | null = null
    while (this.#waiting.length > 0) {
      const row = this.#takeRow()
      try {
        known = await this.#handle(row, known)
      } catch (error) {
        known = null
        for (const one of row) one.reject(error)
      }
      // Who is answered now may have a next command: the state is still at hand for it.
      await turnOfTheLoop()
    }
    this.#onEmpty()
  }

  /** The first of those that wait; a repeat of a command stays for the next row. */
  #takeRow(): Waiting<State, Command>[] {
    const ids = new Set<string>()
    const repeat = this.#waiting.findIndex(({ commandId }) => ids.size === ids.add(commandId).size)
    return this.#waiting.splice(0, Math.min(longestRow, repeat === -1 ? longestRow : repeat))
  }

  /** Answers the row, or puts the rest of it back; what comes back is the stream as it then stands, null where that is not known. */
  async #handle(row: Waiting<State, Command>[], known: Known<State> | null): Promise<Known<State> | null> {
    let decided = known && this.#decide(row, known)
    // A "no" is said only on what was read just now: another process may have written since.
    if (!decided?.every(({ events }) => events.length > 0)) decided = this.#decide(row, await this.#load())
    const outcomes = await this.#append(decided)
    return await this.#answer(decided, outcomes)
  }

  async #load(): Promise<Known<State>> {
    const history = (await this.#store.readStreams([this.#stream])).get(this.#stream) ?? []
    const state = fold(this.#decider, history as unknown as Event[])
    return { state, version: history.length, position: history.at(-1)?.position ?? 0 }
  }

  #decide(row: readonly Waiting<State, Command>[], from: Known<State>): Decided<State, Command, Event>[] {
    let before = from
    return row.map((one) => {
      try {
        const events = this.#decider.decide(before.state, one.command)
        const state = events.reduce((sofar, event) => this.#decider.evolve(sofar, event), before.state)
        const decided = { one, before, state, events }
        before = { ...before, state, version: before.version + events.length }
        return decided
      } catch (refusal) {
        return { one, before, state: before.state, events: [], refusal }
      }
    })
  }

  /** Outcomes in the order of the row; undefined where there was nothing to append. */
  #append(decided: readonly Decided<State, Command, Event>[]) {
    let follows: string | undefined
    return Promise.all(
      decided.map(async ({ one, before, events }) => {
        if (events.length === 0) return undefined
        const entry = {
          commandId: one.commandId,
          follows,
          at: one.context.at,
          meta: metadataOf(one.context, one.command.type),
          writes: [{ stream: this.#stream, expected: before.version, events }],
        }
        follows = one.commandId
        return one.asCaller(() => this.#store.append(entry)).catch((error: unknown) => ({ error }))
      }),
    )
  }

  async #answer(
    decided: readonly Decided<State, Command, Event>[],
    outcomes: readonly (AppendOutcome | { error: unknown } | undefined)[],
  ): Promise<Known<State> | null> {
    let known: Known<State> | null = decided[0]?.before ?? null
    const again: Waiting<State, Command>[] = []
    for (const [index, { one, state, events, refusal }] of decided.entries()) {
      const outcome = outcomes[index]
      if (outcome && !('error' in outcome)) {
        one.resolve({ result: state, position: outcome.position, appended: !outcome.duplicate })
        known =
          known && !outcome.duplicate
            ? { state, version: known.version + events.length, position: outcome.position }
            : null
      } else if (outcome && !(outcome.error instanceof VersionConflict && ++one.tries < maxAttempts)) {
        one.reject(outcome.error)
        known = null
      } else if (outcome || !known) {
        again.push(one) // decided on something that did not come to be
        known = null
      } else if (refusal !== undefined) one.reject(refusal)
      else one.resolve({ result: state, position: known.position, appended: false })
    }
    this.#waiting.unshift(...again)
    if (again.length > 0) await pauseAfter(Math.max(...again.map(({ tries }) => tries)))
    return known
  }
}
