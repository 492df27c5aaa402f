// Handles commands on one stream: in one process they take turns, so that they don't race each other.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { ActorOf, CategoryOf, EventIn, LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import { AlreadyAccepted, type CommandContext, type Handled, type Prepared } from './command.ts'
import { loadState } from './load-state.ts'
import { appendDecided } from './transact.ts'

/** The queue refuses more, so that callers of one stream leave the process to the others. */
const maxWaiting = 128

type StreamQueue = { waiting: number; last: Promise<unknown> }

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
  try {
    return await inTurn(store, stream, () =>
      appendDecided(store, context, stream, async (unit) => {
        const loaded = await unit.load(decider, id)
        const given = typeof command === 'function' ? await command(loaded.state) : command
        return { result: unit.decide(decider, loaded, given).state, cause: given.type }
      }),
    )
  } catch (error) {
    if (!(error instanceof AlreadyAccepted)) throw error
    const { position } = error
    return { result: (await loadState(store, decider, id, position)).state, position, appended: false }
  }
}

async function inTurn<Result>(store: EventStore, stream: StreamName, handle: () => Promise<Result>): Promise<Result> {
  const queues = queuesOf.get(store) ?? new Map<StreamName, StreamQueue>()
  queuesOf.set(store, queues)
  const queue = queues.get(stream) ?? { waiting: 0, last: Promise.resolve() }
  queues.set(stream, queue)
  if (queue.waiting >= maxWaiting) throw new Overloaded(`too many wait for ${stream}`)
  queue.waiting++
  const turn = queue.last.then(handle)
  queue.last = turn.catch(() => undefined)
  try {
    return await turn
  } finally {
    queue.waiting--
    if (queue.waiting === 0) queues.delete(stream)
  }
}
