// Handles commands on one stream: in one process they take turns, and each is decided on the state the last one left.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { ActorOf, CategoryOf, EventIn, LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import { Overloaded, VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import {
  type CommandContext,
  findRepeat,
  type Handled,
  identityOf,
  maxAttempts,
  metadataOf,
  type Prepared,
  pauseAfter,
} from './command.ts'
import { decideOn } from './decide-on.ts'
import { type Loaded, loadState } from './load-state.ts'

/** The queue refuses more, so that callers of one stream leave the process to the others. */
const maxWaiting = 128

/** `asOf`: a time of performance.now() at or after which the stream was in this state. */
type Known = Loaded<unknown> & { asOf: number }
type StreamQueue = { waiting: number; last: Promise<unknown>; known: Known | null }

const queuesOf = new WeakMap<EventStore, Map<StreamName, StreamQueue>>()

/**
 * Decides a command on the stream `category-id`, appends its events and returns the state after them. Throws the
 * rejection of the decider or the preparation, Overloaded, and VersionConflict after maxAttempts lost races.
 */
export async function handleCommand<
  L extends LogDefinition,
  C extends CategoryOf<L>,
  State,
  Command extends { type: string },
>(
  store: EventStore<L>,
  context: CommandContext<ActorOf<L>>,
  decider: Decider<State, Command, EventIn<L, C>, C>,
  id: string | number,
  command: Prepared<State, Command>,
): Promise<Handled<State>> {
  const stream: StreamName = `${decider.category}-${id}`
  const queues = queuesOf.get(store) ?? new Map<StreamName, StreamQueue>()
  queuesOf.set(store, queues)
  const queue = queues.get(stream) ?? { waiting: 0, last: Promise.resolve(), known: null }
  queues.set(stream, queue)
  if (queue.waiting >= maxWaiting) throw new Overloaded(`too many wait for ${stream}`)
  queue.waiting++
  const askedAt = performance.now()
  const turn = queue.last.then(() => handleInTurn({ store, context, decider, id, command, askedAt, queue }))
  queue.last = turn.catch(() => undefined)
  try {
    return await turn
  } finally {
    queue.waiting--
    // Callers may add their next command while the state is still in memory.
    setImmediate(() => {
      if (queue.waiting === 0 && queues.get(stream) === queue) queues.delete(stream)
    })
  }
}

type Turn<State, Command> = {
  store: EventStore
  context: CommandContext
  decider: Decider<State, Command, AnyEvent>
  id: string | number
  command: Prepared<State, Command>
  askedAt: number
  queue: StreamQueue
}

async function handleInTurn<State, Command extends { type: string }>(
  turn: Turn<State, Command>,
): Promise<Handled<State>> {
  const { store, context, decider, id, queue } = turn
  const identity = identityOf(context, `${decider.category}-${id}`)
  const replayed = async (position: number) => {
    const { state } = await loadState(store, decider, id, position)
    return { result: state, position, appended: false }
  }
  const repeated = await findRepeat(store, identity)
  if (repeated !== undefined) return replayed(repeated)
  for (let attempts = 1; ; attempts++) {
    const { cause, events, after } = await decideNow(turn)
    const { stream, state, version, position } = after
    if (events.length === 0) return { result: state, position, appended: false }
    const asOf = performance.now()
    queue.known = null
    const writes = [{ stream, expected: version - events.length, events }]
    try {
      const entry = { ...identity, at: context.at, meta: metadataOf(context, cause), writes }
      const { position, duplicate } = await store.append(entry)
      if (duplicate && identity.fingerprint) return await replayed(position)
      if (!duplicate) queue.known = { ...after, position, asOf }
      return { result: state, position, appended: !duplicate }
    } catch (error) {
      if (!(error instanceof VersionConflict) || attempts === maxAttempts) throw error
      await pauseAfter(attempts)
    }
  }
}

/**
 * Decides on the state in memory. Reads the stream before it refuses a command or changes nothing, if another process
 * may have written since the command was asked for.
 */
async function decideNow<State, Command extends { type: string }>(turn: Turn<State, Command>) {
  const { store, decider, id, command: given, askedAt, queue } = turn
  const decide = async (on: Loaded<State>) => {
    const command = typeof given === 'function' ? await given(on.state) : given
    return { cause: command.type, ...decideOn(decider, on, [command], store.codec) }
  }
  const known = queue.known as (Loaded<State> & Known) | null
  const isCurrent = known !== null && askedAt <= known.asOf
  try {
    const decided = known && (await decide(known))
    if (decided && (isCurrent || decided.events.length > 0)) return decided
  } catch (refusal) {
    if (isCurrent) throw refusal
  }
  const asOf = performance.now()
  const loaded = await loadState(store, decider, id)
  queue.known = { ...loaded, asOf }
  return decide(loaded)
}
