// The shape of "when X then Y": an event in, jobs out, nothing else.

import type { eventsByNoun } from '#backend/domain/events.ts'
import type { EventOf } from '#backend/eventstore/definition/event-definition.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { NewJob } from '#backend/jobs/queue.ts'

type AllEvents = { [N in keyof typeof eventsByNoun]: EventOf<(typeof eventsByNoun)[N]> }[keyof typeof eventsByNoun]

export type Policy<Type extends AllEvents['type']> = {
  readonly on: Type
  jobs(event: RecordedEvent<Extract<AllEvents, { type: Type }>>): NewJob[]
}

/** Any of them, for the reactor, which has checked `on` before it calls `jobs`. */
export type AnyPolicy = { readonly on: string; jobs(event: never): NewJob[] }
