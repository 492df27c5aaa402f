// The shape of "when X then Y": an event in, jobs out, nothing else.

import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { EventIn } from '#backend/eventstore/definition/log-definition.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { NewJob } from '#backend/jobs/queue.ts'

type ShopEvent = EventIn<ShopLog>

export type Policy<Type extends ShopEvent['type']> = {
  readonly on: Type
  /** Default: the reactor skips demo history, which predates the shop. */
  readonly ofDemoToo?: true
  jobs(event: RecordedEvent<Extract<ShopEvent, { type: Type }>>): NewJob[]
}

/** Any policy, for the reactor, which checks `on` before it calls `jobs`. */
export type AnyPolicy = Pick<Policy<ShopEvent['type']>, 'on' | 'ofDemoToo'> & { jobs(event: never): NewJob[] }
