// Queues the commands of this process on one stream: each is decided on the previous one's outcome, and a batch is
// appended together.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import { type AppendOutcome, Overloaded, VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import { positionOf } from '#backend/eventstore/log/command-ids.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import {
  type CommandContext,
  type CommandIdentity,
  type Handled,
  identityOf,
  maxAttempts,
  metadataOf,
  type Prepared,
  pauseAfter,
} from './command.ts'
import { decideOn } from './decide-on.ts'
import { type Loaded, loadState } from './load-state.ts'

const maxBatch = 64
/** The queue refuses more, so that callers of one stream leave the process to the others. */
const maxWaiting = 128

type Waiting<State, Command> = {
  readonly context: CommandContext
  readonly identity: CommandIdentity
  readonly command: Prepared<State, Command>
  /** Runs work in the caller's async context, so that its trace continues in the append. */
  readonly asCaller: <T>(work: () => T) => T
  conflicts: number
  resolve(handled: Handled<State>): void
  reject(error: unknown): void
}
type Decided<State, Command, Event> = {
  readonly one: Waiting<State, Command>
  readonly before: Loaded<State>
  readonly after: Loaded<State>
  readonly cause: string
  readonly events: readonly Event[]
  readonly refusal?: unknown
}
type Outcome = AppendOutcome | { error: unknown } | undefined

export class StreamQueue<State, Command extends { type: string }, Event extends AnyEvent> {
  readonly #store: EventStore
  readonly #decider: Decider<State, Command, Event>
  readonly #id: string | number
  readonly #onEmpty: () => void
  readonly #waiting: Waiting<State, Command>[] = []
  #isRunning = false

  constructor(store: EventStore, decider: Decider<State, Command, Event>, id: string | number, onEmpty: () => void) {
    this.#store = store
    this.#decider = decider
    this.#id = id
    this.#onEmpty = onEmpty
  }

  add(context: CommandContext, command: Prepared<State, Command>): Promise<Handled<State>> {
    const stream = `${this.#decider.category}-${this.#id}`
    if (this.#waiting.length >= maxWaiting) return Promise.reject(new Overloaded(`too many wait for ${stream}`))
    const identity = identityOf(context, stream)
    const asCaller = AsyncLocalStorage.snapshot()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ context, identity, command, asCaller, conflicts: 0, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    await Promise.resolve() // commands that are added in the same moment join the first batch
    let known: Loaded<State> | null = null
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch()
      try {
        known = await this.#handle(batch, known)
      } catch (error) {
        known = null
        for (const one of batch) one.reject(error)
      }
      // Gives callers a turn to add their next command while the state is still in memory.
      await nextTurn()
    }
    this.#onEmpty()
  }

  #nextBatch(): Waiting<State, Command>[] {
    const ids = new Set<string>()
    const repeat = this.#waiting.findIndex(({ identity }) => ids.size === ids.add(identity.commandId).size)
    return this.#waiting.splice(0, Math.min(maxBatch, repeat === -1 ? maxBatch : repeat))
  }

  async #handle(taken: Waiting<State, Command>[], known: Loaded<State> | null): Promise<Loaded<State> | null> {
    const batch = await this.#withoutRepeats(taken)
    if (batch.length === 0) return known
    let decided = known && (await this.#decideAll(batch, known))
    // Reads the stream again before a command is refused or changes nothing: another process may have written since.
    if (!decided?.every(({ events }) => events.length > 0))
      decided = await this.#decideAll(batch, await loadState(this.#store, this.#decider, this.#id))
    return this.#settle(decided, await this.#append(decided))
  }

  async #withoutRepeats(taken: Waiting<State, Command>[]): Promise<Waiting<State, Command>[]> {
    const ids = taken.filter(({ identity }) => identity.fingerprint).map(({ identity }) => identity.commandId)
    if (ids.length === 0) return taken
    const accepted = await this.#store.findAccepted(ids)
    const fresh: Waiting<State, Command>[] = []
    for (const one of taken)
      try {
        const position = positionOf(accepted, one.identity)
        if (position === undefined) fresh.push(one)
        else await this.#replay(one, position)
      } catch (error) {
        one.reject(error)
      }
    return fresh
  }

  async #replay(one: Waiting<State, Command>, position: number): Promise<void> {
    try {
      const { state } = await loadState(this.#store, this.#decider, this.#id, position)
      one.resolve({ result: state, position, appended: false })
    } catch (error) {
      one.reject(error)
    }
  }

  async #decideAll(batch: readonly Waiting<State, Command>[], from: Loaded<State>) {
    const decided: Decided<State, Command, Event>[] = []
    let before = from
    for (const one of batch) {
      const next = await this.#decide(one, before)
      decided.push(next)
      before = next.after
    }
    return decided
  }

  async #decide(one: Waiting<State, Command>, before: Loaded<State>): Promise<Decided<State, Command, Event>> {
    try {
      const { command: given } = one
      const command = typeof given === 'function' ? await one.asCaller(() => given(before.state)) : given
      return { one, before, cause: command.type, ...decideOn(this.#decider, before, [command], this.#store.codec) }
    } catch (refusal) {
      return { one, before, after: before, cause: '', events: [], refusal }
    }
  }

  #append(decided: readonly Decided<State, Command, Event>[]): Promise<Outcome[]> {
    let follows: string | undefined
    return Promise.all(
      decided.map(async ({ one, before, cause, events }) => {
        if (events.length === 0) return undefined
        const entry = {
          ...one.identity,
          follows,
          at: one.context.at,
          meta: metadataOf(one.context, cause),
          writes: [{ stream: before.stream, expected: before.version, events }],
        }
        follows = one.identity.commandId
        return one.asCaller(() => this.#store.append(entry)).catch((error: unknown) => ({ error }))
      }),
    )
  }

  async #settle(
    decided: readonly Decided<State, Command, Event>[],
    outcomes: readonly Outcome[],
  ): Promise<Loaded<State> | null> {
    let known: Loaded<State> | null = decided[0]?.before ?? null
    const again: Waiting<State, Command>[] = []
    for (const [index, { one, after, refusal }] of decided.entries()) {
      const outcome = outcomes[index]
      if (outcome && !('error' in outcome)) {
        const { position, duplicate } = outcome
        if (duplicate && one.identity.fingerprint) await this.#replay(one, position)
        else one.resolve({ result: after.state, position, appended: !duplicate })
        known = known && !duplicate ? { ...after, position } : null
      } else if (outcome && !(outcome.error instanceof VersionConflict && ++one.conflicts < maxAttempts)) {
        one.reject(outcome.error)
        known = null
      } else if (outcome || !known) {
        again.push(one) // decided on an outcome that did not come to be
        known = null
      } else if (refusal !== undefined) one.reject(refusal)
      else one.resolve({ result: after.state, position: known.position, appended: false })
    }
    this.#waiting.unshift(...again)
    if (again.length > 0) await pauseAfter(Math.max(...again.map(({ conflicts }) => conflicts)))
    return known
  }
}
