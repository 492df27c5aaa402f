import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { ActorOf, CategoryOf, EventIn, LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import type { CommandContext, Handled, Prepared } from './command.ts'
import { StreamQueue } from './stream-queue.ts'

/**
 * Decides a command on the stream `category-id`, appends its events and returns the state after them. Throws the
 * rejection of the decider or the preparation, Overloaded, and VersionConflict after maxAttempts lost races.
 */
export function handleCommand<
  L extends LogDefinition,
  C extends CategoryOf<L>,
  State,
  Command extends { type: string },
  Event extends EventIn<L, C>,
>(
  store: EventStore<L>,
  context: CommandContext<ActorOf<L>>,
  decider: Decider<State, Command, Event, C>,
  id: string | number,
  command: Prepared<State, Command>,
): Promise<Handled<State>> {
  const stream: StreamName = `${decider.category}-${id}`
  const queues = queuesOf.get(store) ?? new Map<StreamName, AnyQueue>()
  queuesOf.set(store, queues)
  const known = queues.get(stream) as StreamQueue<State, Command, Event> | undefined
  const queue = known ?? new StreamQueue(store, decider, id, () => queues.delete(stream))
  queues.set(stream, queue as unknown as AnyQueue)
  return queue.add(context, command)
}

type AnyQueue = StreamQueue<unknown, never, AnyEvent>

const queuesOf = new WeakMap<EventStore, Map<StreamName, AnyQueue>>()
