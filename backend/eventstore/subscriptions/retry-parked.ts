// Retries dead letters at start and from time to time: this process may run the release that can read them.
import type pg from 'pg'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { NotFed } from '#backend/eventstore/projections/cut-over.ts'
import { listDeadLetters, type Retried } from '#backend/eventstore/projections/parked/dead-letters.ts'
import { retryDeadLetters } from '#backend/eventstore/projections/parked/retry-rows.ts'
import { retryReactions } from './retry-reactions.ts'
import { nameOf, type Subscription } from './subscription.ts'

export type RetriedSubscription = { name: string } & (Retried | { error: unknown })

/** Retries all dead letters and returns the subscriptions that had some. Skips rows of another version. */
export async function retryParked(
  pool: pg.Pool,
  store: EventStore,
  subscriptions: readonly Subscription[],
): Promise<RetriedSubscription[]> {
  const parked = new Set((await listDeadLetters(pool)).map(({ projection }) => projection))
  const retried: RetriedSubscription[] = []
  for (const subscription of subscriptions.filter((one) => parked.has(nameOf(one))))
    try {
      retried.push({ name: nameOf(subscription), ...(await retry(pool, store, subscription)) })
    } catch (error) {
      if (!(error instanceof NotFed)) retried.push({ name: nameOf(subscription), error })
    }
  return retried
}

function retry(pool: pg.Pool, store: EventStore, subscription: Subscription): Promise<Retried> {
  return subscription.kind === 'projection'
    ? retryDeadLetters({ pool, store, projection: subscription.projection })
    : retryReactions({ pool, store, reactor: subscription.reactor })
}
