// Where every generation stands in the log, and who is at work on it.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { heldLocks, locks } from '#backend/db/locks.ts'
import { transaction } from '#backend/db/transaction.ts'
import type { Generation } from '#backend/eventstore/projections/generation.ts'

/** Time between the two looks that give the rate, in milliseconds. */
const between = 500

export type SubscriptionStatus = Pick<
  Generation,
  'name' | 'kind' | 'generation' | 'version' | 'state' | 'pos' | 'paused' | 'progress' | 'target'
> & {
  /** The position its rows have come to, or that of the builder's fold in memory. */
  reached: number
  /** Events, and seconds since the first one not yet applied was appended. */
  lag: number
  lag_seconds: number
  /** Events a second in the last moment; null if nothing was behind. */
  rate: number | null
  /** Seconds since its pump or builder gave a sign of life; null: it has none. */
  heartbeat_seconds: number | null
  /** The server's number of the connection that feeds or builds it; null: nobody does. */
  fed_by: number | null
  /** Of one that was live before: seconds that it is still fed. */
  kept_seconds: number | null
  /** Events that could not be applied. */
  parked: number
}

// A builder holds the lock of its projection's name, a feeder that of the generation.
const statusQuery = `
  select s.name, s.kind, s.generation, s.version, s.state, s.pos, s.paused, s.progress, s.target,
    r.reached, h.pos - r.reached as lag,
    coalesce(extract(epoch from now() - (select at from es.events e where e.pos = r.reached + 1)), 0)::float as lag_seconds,
    case when l.pid is null then null
      else greatest(extract(epoch from clock_timestamp() - case s.state when 'building' then s.updated_at else a.state_change end), 0)
    end::float as heartbeat_seconds,
    l.pid as fed_by,
    case when s.kept_until is not null then greatest(extract(epoch from s.kept_until - now()), 0) end::float as kept_seconds,
    (select count(*) from es.dead_letters d where d.generation = s.generation) as parked
  from es.subscriptions s
  cross join (select coalesce(max(pos), 0) as pos from es.events) h
  left join pg_locks l on case s.state
    when 'building' then ${heldLocks('l', locks.rebuilding)} and l.objid::bigint = hashtext(s.name)::bigint & x'ffffffff'::bigint
    else ${heldLocks('l', locks.feeding)} and l.objid::bigint = s.generation end
  left join pg_stat_activity a on a.pid = l.pid
  cross join lateral (select case when l.pid is null then s.pos else greatest(s.pos, s.progress) end as reached) r
  order by s.kind, s.name, s.generation`

/** Every generation in the order of kind, name and age. Takes half a second if something is behind, to tell its rate. */
export async function readSubscriptionStatus(pool: pg.Pool): Promise<SubscriptionStatus[]> {
  const first = await pool.query<SubscriptionStatus>(statusQuery)
  if (first.rows.every(({ lag }) => lag === 0)) return first.rows.map((row) => ({ ...row, rate: null }))
  await sleep(between)
  const { rows } = await pool.query<SubscriptionStatus>(statusQuery)
  return rows.map((row) => {
    const before = first.rows.find((other) => other.generation === row.generation)
    if (!before || (before.lag === 0 && row.lag === 0)) return { ...row, rate: null }
    return { ...row, rate: Math.round((row.reached - before.reached) / (between / 1000)) }
  })
}

export type PumpProcess = {
  /** The server's number of its pump's connection: what `fed_by` names. */
  pid: number
  /** Of the machine; null: by a socket of the server's own. */
  address: string | null
  since: Date
  /** Since its pump last asked for something. */
  seen_seconds: number
  /** What its round trips to the database take at most, in milliseconds, as a power of two; null: not known yet. */
  round_trip_ms: number | null
}

/**
 * The processes of the shop, by the connection that the pump of each keeps open, the oldest first. pool: of the application, whose role
 * does not see what the sessions of its own login do; the login itself does.
 */
export async function readPumpProcesses(pool: pg.Pool): Promise<PumpProcess[]> {
  const read = (client: pg.ClientBase) =>
    client.query<PumpProcess>(
      `select pid, host(client_addr) as address, backend_start as since,
         greatest(extract(epoch from clock_timestamp() - state_change), 0)::float as seen_seconds,
         (select min(objid::bigint) from pg_locks l where ${heldLocks('l', locks.pacing)} and l.pid = a.pid) as round_trip_ms
       from pg_stat_activity a
       where application_name = 'gamertech pump' and datname = current_database() and backend_start is not null order by backend_start, pid`,
    )
  const { rows } = await transaction(pool, read, 'begin read only; set local role none')
  return rows
}

/** What can be paused, by name. */
export async function subscriptionNames(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select distinct name from es.subscriptions order by name')
  return rows.map(({ name }) => name)
}
