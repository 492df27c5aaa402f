// The leader: of all processes of one release, the one whose session holds the release's lock feeds its subscriptions.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { locks } from '#backend/db/locks.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import { type Subscription, versionOf } from './subscription.ts'

/** Processes of one release feed the same subscriptions in the same versions. `key` is the second number of its lock. */
export type Release = { key: number; subscriptions: readonly Subscription[] }

export function releaseOf(subscriptions: readonly Subscription[]): Release {
  const fed = subscriptions.map((one) => `${one.name} ${versionOf(one)}`).toSorted()
  return { key: createHash('sha256').update(fed.join()).digest().readUInt32BE() >>> 1, subscriptions }
}

export async function tryToLead(client: pg.ClientBase, { key }: Release): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>({
    name: 'es.lead',
    text: 'select pg_try_advisory_lock($1, $2) as leads',
    values: [locks.leading, key],
  })
  return rows[0]?.leads ?? false
}

export async function stepDown(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock_all()')
  await notifyGenerations(client)
}
