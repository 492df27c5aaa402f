// Which generations this process feeds: each under a lock of its own, so that processes of two versions can work side by side.
import type pg from 'pg'
import type { EventStore } from './event-store.ts'
import type { Generation, GenerationState } from './generation.ts'
import { readSkips } from './log-fold.ts'
import type { Skips } from './projection.ts'
import { eventTypesOf, nameOf, type Subscription, versionOf } from './subscription.ts'

/** Who feeds generation g holds the session lock (feederLocks, g). */
export const feederLocks = 4243

export type Feed = {
  subscription: Subscription
  name: string
  generation: number
  state: GenerationState
  types: ReadonlySet<number>
  position: number
  epoch: number
  parked: Set<string>
  skips: Skips
  failures: number
  /** Not before this time (ms since 1970) after a failure. */
  retryAt: number
}

/**
 * Looks what there is to feed, takes the lock of what nobody else feeds, and lets go what is paused or gone. What somebody moved on
 * meanwhile (a rebuild, an operator) is read anew. Answers the feeds that this session holds now.
 */
export async function takeFeeds(
  client: pg.ClientBase,
  store: EventStore,
  subscriptions: readonly Subscription[],
  held: readonly Feed[],
): Promise<Feed[]> {
  const offered = await listOffered(client, subscriptions)
  const lost = held.filter((feed) => !offered.has(feed.generation)).map((feed) => feed.generation)
  if (lost.length > 0)
    await client.query('select pg_advisory_unlock($1, g) from unnest($2::int[]) g', [feederLocks, lost])
  const current = held.filter((feed) => {
    const row = offered.get(feed.generation)?.row
    return row?.epoch === feed.epoch && row.pos === feed.position
  })
  const kept = new Set(current.map((feed) => feed.generation))
  const moved = held.filter((feed) => offered.has(feed.generation) && !kept.has(feed.generation))
  const free = [...offered.keys()].filter((generation) => !held.some((feed) => feed.generation === generation))
  const won = [...moved.map((feed) => feed.generation), ...(await lock(client, free))]
  return [...current, ...(await open(client, store, offered, won))].toSorted((a, b) => a.generation - b.generation)
}

type Offered = Map<number, { row: Generation; subscription: Subscription }>

async function listOffered(client: pg.ClientBase, subscriptions: readonly Subscription[]): Promise<Offered> {
  const { rows } = await client.query<Generation>({
    name: 'es.offered',
    text: `select * from es.subscriptions where state <> 'building' and not paused and (kept_until is null or kept_until > now())`,
  })
  const offered: Offered = new Map()
  for (const row of rows) {
    const subscription = subscriptions.find((known) => nameOf(known) === row.name && versionOf(known) === row.version)
    if (subscription) offered.set(row.generation, { row, subscription })
  }
  return offered
}

async function lock(client: pg.ClientBase, generations: readonly number[]): Promise<number[]> {
  if (generations.length === 0) return []
  const { rows } = await client.query<{ generation: number }>({
    name: 'es.lock',
    text: 'select g as generation from unnest($2::int[]) g where pg_try_advisory_lock($1, g)',
    values: [feederLocks, generations],
  })
  return rows.map(({ generation }) => generation)
}

/** Raises the epoch, so that whoever lost the lock unnoticed can no longer move the checkpoint. */
async function open(
  client: pg.ClientBase,
  store: EventStore,
  offered: Offered,
  generations: readonly number[],
): Promise<Feed[]> {
  if (generations.length === 0) return []
  const { rows } = await client.query<Generation>(
    'update es.subscriptions set epoch = epoch + 1 where generation = any($1) returning *',
    [generations],
  )
  const letters = await client.query<{ generation: number; key: string }>(
    'select distinct generation, key from es.dead_letters where generation = any($1)',
    [generations],
  )
  return Promise.all(
    rows.map(async ({ generation, name, state, pos, epoch }): Promise<Feed> => {
      const subscription = offered.get(generation)?.subscription as Subscription
      const types = new Set(store.codec.typeIds(eventTypesOf(subscription)))
      const parked = new Set(letters.rows.filter((row) => row.generation === generation).map(({ key }) => key))
      const skips = subscription.kind === 'projection' ? await readSkips(store, name) : new Set<string>()
      return {
        subscription,
        name,
        generation,
        state,
        types,
        position: pos,
        epoch,
        parked,
        skips,
        failures: 0,
        retryAt: 0,
      }
    }),
  )
}

/** Feeds within a page of each other read the log together; one far behind does not hold up those in front. */
export function inCompany(feeds: readonly Feed[], pageSize: number): Feed[][] {
  const groups: Feed[][] = []
  for (const feed of feeds.toSorted((a, b) => b.position - a.position)) {
    const group = groups.at(-1)
    const front = group?.[0]
    if (group && front && front.position - feed.position <= pageSize) group.push(feed)
    else groups.push([feed])
  }
  return groups
}
