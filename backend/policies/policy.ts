// The shape of "when X then Y": an event in, jobs out, nothing else.

import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { EventIn } from '#backend/eventstore/definition/log-definition.ts'
import type { EventMetadata, RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { NewJob } from '#backend/jobs/queue.ts'

type ShopEvent = EventIn<ShopLog>

export type Policy<Type extends ShopEvent['type']> = {
  readonly on: Type
  jobs(event: RecordedEvent<Extract<ShopEvent, { type: Type }>>): NewJob[]
}

/** Detects demo history by its actor, or by its correlation if a person of the demo acts. */
export function isOfDemo({ actor, correlation }: EventMetadata): boolean {
  return actor === 'demo' || correlation.startsWith('demo:')
}

/** Any policy, for the reactor, which checks `on` before it calls `jobs`. */
export type AnyPolicy = { readonly on: string; jobs(event: never): NewJob[] }
