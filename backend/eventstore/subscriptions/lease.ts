// Leases: the generations that this process feeds, each under its own lock, so that two versions can work side by side.
import type pg from 'pg'
import { heldLocks, locks } from '#backend/db/locks.ts'
import { Interest } from '#backend/eventstore/log/decoding/interest.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Generation, GenerationState } from '#backend/eventstore/projections/generation.ts'
import { readSkips } from '#backend/eventstore/projections/log-fold.ts'
import { nothingParked, type Skips } from '#backend/eventstore/projections/projection.ts'
import { readParked } from '#backend/eventstore/projections/row-writer.ts'
import type { Pace } from './feeders/pace.ts'
import { eventTypesOf, nameOf, type Subscription, versionOf } from './subscription.ts'

export type Lease = {
  subscription: Subscription
  name: string
  generation: number
  state: GenerationState
  interest: Interest
  position: number
  epoch: number
  parked: { row: Set<string>; stream: Map<string, number> }
  skips: Skips
  isLocked: boolean
  failures: number
  lockouts: number
  /** A time of performance.now(), since clock changes leave that alone. */
  retryAt: number
}

/** A resting lease frees its lock after this many failures in a row, for another process to try. */
const mostFailures = 3

/**
 * Locks every offered generation that is free, releases those paused, gone or failing, and reads checkpoints again that
 * others moved. Leaves some to a much quicker process. Returns this session's leases, resting ones included.
 */
export async function acquireLeases(
  client: pg.ClientBase,
  store: EventStore,
  subscriptions: readonly Subscription[],
  held: readonly Lease[],
  pace: Pace,
): Promise<Lease[]> {
  const offered = await listOffered(client, subscriptions, held.length > 0 || pace.isSlow)
  pace.learn(offered.values().next().value?.row.quickest ?? null)
  await pace.tell(client)
  const resting = held.filter(
    (lease) => offered.has(lease.generation) && lease.failures >= mostFailures && lease.retryAt > performance.now(),
  )
  const locked = held.filter((lease) => lease.isLocked)
  const lost = locked.filter((lease) => !offered.has(lease.generation) || resting.includes(lease))
  await unlock(client, lost)
  const active = locked.filter((lease) => !lost.includes(lease))
  const current = active.filter((lease) => {
    const row = offered.get(lease.generation)?.row
    return row?.epoch === lease.epoch && row.pos === lease.position
  })
  const moved = active.filter((lease) => !current.includes(lease)).map((lease) => lease.generation)
  const taken = new Set([...active, ...resting].map((lease) => lease.generation))
  const won = await lock(
    client,
    [...offered]
      .filter(([generation, { row }]) => !taken.has(generation) && !pace.leaves(generation, row.held ?? false))
      .map(([generation]) => generation),
  )
  const opened = await open(client, store, offered, [...moved, ...won])
  for (const lease of opened)
    lease.failures = held.find(({ generation }) => generation === lease.generation)?.failures ?? 0
  return [...current, ...resting, ...opened].toSorted((a, b) => a.generation - b.generation)
}

async function unlock(client: pg.ClientBase, leases: readonly Lease[]): Promise<void> {
  await giveBack(
    client,
    leases.map(({ generation }) => generation),
  )
  for (const lease of leases) lease.isLocked = false
}

async function giveBack(client: pg.ClientBase, generations: readonly number[]): Promise<void> {
  if (generations.length > 0)
    await client.query('select pg_advisory_unlock($1, g) from unnest($2::int[]) g', [locks.feeding, generations])
}

/**
 * `held` says that a session feeds it; `quickest` is the bound of the quickest other pump in milliseconds, null without
 * one. Both are read on demand.
 */
type OfferedRow = Pick<Generation, 'generation' | 'name' | 'version' | 'pos' | 'epoch'> & {
  held?: boolean
  quickest?: number | null
}
type Offered = Map<number, { row: OfferedRow; subscription: Subscription }>

const isOffered = `state <> 'building' and not paused and (kept_until is null or kept_until > now())`
/** Names the columns, since a prepared `select *` fails once a newer release adds one. */
const offeredColumns = 's.generation, s.name, s.version, s.pos, s.epoch'
const offeredQuery = {
  name: 'es.offered',
  text: `select ${offeredColumns} from es.subscriptions s where ${isOffered}`,
}
const offeredAmongOthersQuery = {
  name: 'es.offered_among_others',
  text: `with pace as (select min(objid::bigint) as quickest from pg_locks l where ${heldLocks('l', locks.pacing)} and pid <> pg_backend_pid()),
      fed as materialized (select objid::bigint as generation from pg_locks l where ${heldLocks('l', locks.feeding)})
    select ${offeredColumns}, pace.quickest, exists (select from fed where fed.generation = s.generation) as held
    from es.subscriptions s cross join pace where ${isOffered}`,
}

async function listOffered(
  client: pg.ClientBase,
  subscriptions: readonly Subscription[],
  isAmongOthers: boolean,
): Promise<Offered> {
  const { rows } = await client.query<OfferedRow>(isAmongOthers ? offeredAmongOthersQuery : offeredQuery)
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
    values: [locks.feeding, generations],
  })
  return rows.map(({ generation }) => generation)
}

/**
 * Raises the epoch, so that a process with a lost lock can no longer move the checkpoint. Skips locked rows until the
 * next call.
 */
async function open(
  client: pg.ClientBase,
  store: EventStore,
  offered: Offered,
  generations: readonly number[],
): Promise<Lease[]> {
  if (generations.length === 0) return []
  const { rows } = await client.query<Generation>(
    `with free as (select generation from es.subscriptions where generation = any($1) order by generation for update skip locked)
     update es.subscriptions s set epoch = epoch + 1 from free where s.generation = free.generation returning s.*`,
    [generations],
  )
  await giveBack(
    client,
    generations.filter((generation) => rows.every((row) => row.generation !== generation)),
  )
  const parked = await readParked(client, generations)
  const leases: Lease[] = []
  for (const { generation, name, state, pos, epoch } of rows) {
    const subscription = offered.get(generation)?.subscription as Subscription
    const { row, stream } = parked.get(generation) ?? nothingParked
    leases.push({
      subscription,
      name,
      generation,
      state,
      interest: new Interest(store, eventTypesOf(subscription), subscription.kind === 'reactor'),
      position: pos,
      epoch,
      parked: { row: new Set(row), stream: new Map(stream) },
      skips: await readSkips(store, name, client),
      isLocked: true,
      failures: 0,
      lockouts: 0,
      retryAt: 0,
    })
  }
  return leases
}

/** Groups leases within a page of each other, so that they share reads and one far behind does not delay the others. */
export function groupByPosition(leases: readonly Lease[], pageSize: number): Lease[][] {
  const groups: Lease[][] = []
  for (const lease of leases.toSorted((a, b) => b.position - a.position)) {
    const group = groups.at(-1)
    const front = group?.[0]
    if (group && front && front.position - lease.position <= pageSize) group.push(lease)
    else groups.push([lease])
  }
  return groups
}
