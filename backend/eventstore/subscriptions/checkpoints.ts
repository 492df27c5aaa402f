// Checkpoints of the generations that a leader feeds. They move by compare-and-set: an overtaken process moves none.
import type pg from 'pg'
import { heldLocks, locks } from '#backend/db/locks.ts'
import { SubscriptionFilter } from '#backend/eventstore/log/decoding/subscription-filter.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { asNotices, type CheckpointsMoved, type RowNumber } from '#backend/eventstore/log/notifications.ts'
import type { Generation, GenerationState } from '#backend/eventstore/projections/generation.ts'
import { readSkips } from '#backend/eventstore/projections/log-fold.ts'
import type { MutableParked, Skips } from '#backend/eventstore/projections/projection.ts'
import { parkedOf } from '#backend/eventstore/projections/row-writer.ts'
import type { Release } from './leader.ts'
import { isReactor, type Subscription, versionOf } from './subscription.ts'

export type Checkpoint = {
  subscription: Subscription
  name: string
  generation: number
  state: GenerationState
  filter: SubscriptionFilter
  position: number
  epoch: number
  parked: MutableParked
  skips: Skips
  /** In a row, with those to which a lock led. */
  failures: number
  /** A time of performance.now(), since clock changes leave that alone. */
  retryAt: number
}

/** Names the columns, since a prepared `select *` fails once a newer release adds one. */
const offeredQuery = {
  name: 'es.offered',
  text: `select generation, name, version, pos, epoch from es.subscriptions
    where state <> 'building' and not paused and (kept_until is null or kept_until > now())`,
}

/**
 * Returns the checkpoints to feed: drops those paused or gone, reads those again that others moved, and acquires what
 * no leader of another release feeds.
 */
export async function openCheckpoints(
  client: pg.ClientBase,
  store: EventStore,
  release: Release,
  held: readonly Checkpoint[],
): Promise<Checkpoint[]> {
  const { rows } = await client.query<Generation>(offeredQuery)
  const current = held.filter(({ generation, epoch, position }) =>
    rows.some((row) => row.generation === generation && row.epoch === epoch && row.pos === position),
  )
  const others = rows.filter(
    (row) => subscriptionOf(release, row) && !current.some(({ generation }) => generation === row.generation),
  )
  const taken = await acquire(client, release, others)
  const opened: Checkpoint[] = []
  for (const { generation, name, version, state, pos, epoch } of taken) {
    const subscription = subscriptionOf(release, { name, version }) as Subscription
    opened.push({
      ...{ subscription, name, generation, state, position: pos, epoch },
      filter: new SubscriptionFilter(store, subscription.eventTypes, isReactor(subscription)),
      parked: await parkedOf(client, generation),
      skips: await readSkips(store, name, client),
      failures: held.find((one) => one.generation === generation)?.failures ?? 0,
      retryAt: 0,
    })
  }
  return [...current, ...opened].toSorted((a, b) => a.generation - b.generation)
}

function subscriptionOf({ subscriptions }: Release, { name, version }: Pick<Generation, 'name' | 'version'>) {
  return subscriptions.find((one) => one.name === name && versionOf(one) === version)
}

/** Raises the epoch, so that the previous leader can't move the checkpoint. Skips locked rows until the next call. */
async function acquire(client: pg.ClientBase, { key }: Release, rows: readonly Generation[]): Promise<Generation[]> {
  if (rows.length === 0) return []
  const taken = await client.query<Generation>(
    `with free as (select generation from es.subscriptions
       where generation = any($1) and (leader is null or leader = $2
         or leader not in (select objid::bigint from pg_locks l where ${heldLocks('l', locks.leading)}))
       order by generation for update skip locked)
     update es.subscriptions s set epoch = epoch + 1, leader = $2 from free where s.generation = free.generation returning s.*`,
    [rows.map(({ generation }) => generation), key],
  )
  return taken.rows
}

export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/**
 * Moves all checkpoints and notifies other processes when the caller's transaction commits; throws Fenced, and moves
 * none, if another process moved one.
 */
export async function moveCheckpoints(
  client: pg.ClientBase,
  checkpoints: readonly Checkpoint[],
  to: number,
  written: readonly { name: string; keys: readonly RowNumber[] }[],
): Promise<CheckpointsMoved> {
  const from = checkpoints.map(({ generation, position, epoch }) => ({ generation, pos: position, epoch }))
  const shown = checkpoints.filter(({ state }) => state === 'live').map(({ name }) => name)
  const seen = written.filter(({ name }) => shown.includes(name))
  const moved: CheckpointsMoved = {
    checkpoints: Object.fromEntries(shown.map((name) => [name, to])),
    changed: seen.map(({ name }) => name),
    ...(seen.length > 0 && { keys: Object.fromEntries(seen.map(({ name, keys }) => [name, keys])) }),
  }
  const { rows } = await client.query<{ moved: number }>({
    name: 'es.move',
    text: `with f as (select * from json_to_recordset($2) f(generation int, pos bigint, epoch bigint)),
      own as (select generation from es.subscriptions s join f using (generation)
        where s.pos = f.pos and s.epoch = f.epoch order by generation for update of s),
      moved as (update es.subscriptions s set pos = $1, updated_at = now() from own
        where s.generation = own.generation and (select count(*) from own) = (select count(*) from f) returning 1),
      told as (select pg_notify('checkpoint', notice) from unnest($3::text[]) notice where exists (select from moved))
      select (select count(*) from moved) as moved, (select count(*) from told) as told`,
    values: [to, JSON.stringify(from), asNotices(moved).map((notice) => JSON.stringify(notice))],
  })
  if (rows[0]?.moved !== checkpoints.length)
    throw new Fenced(`${checkpoints.map(({ name }) => name).join(',')} was moved by another process`)
  return moved
}
