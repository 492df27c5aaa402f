import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { heldLocks, locks } from '#backend/db/locks.ts'
import { transaction } from '#backend/db/transaction.ts'
import type { Generation } from '#backend/eventstore/projections/generation.ts'

const between = 500

export type SubscriptionStatus = Pick<
  Generation,
  'name' | 'kind' | 'generation' | 'version' | 'state' | 'paused' | 'target'
> & {
  position: number
  /** Events behind the head, and the age of the first one. */
  lag: number
  lagSeconds: number
  rate: number | null
  heartbeatSeconds: number | null
  fedBy: number | null
  keptSeconds: number | null
  parked: number
}

// A builder locks the projection's name, a leader its release.
const statusQuery = `
  select s.name, s.kind, s.generation, s.version, s.state, s.pos as position, s.paused, s.target,
    h.pos - s.pos as lag,
    coalesce(extract(epoch from now() - (select at from es.events e where e.pos = s.pos + 1)), 0)::float as "lagSeconds",
    case when l.pid is null then null
      else greatest(extract(epoch from clock_timestamp() - case s.state when 'building' then s.updated_at else a.state_change end), 0)
    end::float as "heartbeatSeconds",
    l.pid as "fedBy",
    case when s.kept_until is not null then greatest(extract(epoch from s.kept_until - now()), 0) end::float as "keptSeconds",
    (select count(*) from es.dead_letters d where d.generation = s.generation) as parked
  from es.subscriptions s
  cross join (select coalesce(max(pos), 0) as pos from es.events) h
  left join pg_locks l on case s.state
    when 'building' then ${heldLocks('l', locks.rebuilding)} and l.objid::bigint = hashtext(s.name)::bigint & x'ffffffff'::bigint
    else ${heldLocks('l', locks.leading)} and l.objid::bigint = s.leader
      and not s.paused and coalesce(s.kept_until > now(), true) end
  left join pg_stat_activity a on a.pid = l.pid
  order by s.kind, s.name, s.generation`

/** Every generation by kind, name and age, without its rate. */
export async function lookAtSubscriptions(pool: pg.Pool): Promise<Omit<SubscriptionStatus, 'rate'>[]> {
  return (await pool.query<Omit<SubscriptionStatus, 'rate'>>(statusQuery)).rows
}

/** Takes half a second if one is behind, to measure the rate. */
export async function readSubscriptionStatus(pool: pg.Pool): Promise<SubscriptionStatus[]> {
  const first = await lookAtSubscriptions(pool)
  if (first.every(({ lag }) => lag === 0)) return first.map((row) => ({ ...row, rate: null }))
  await sleep(between)
  return (await lookAtSubscriptions(pool)).map((row) => {
    const before = first.find((other) => other.generation === row.generation)
    if (!before || (before.lag === 0 && row.lag === 0)) return { ...row, rate: null }
    return { ...row, rate: Math.round((row.position - before.position) / (between / 1000)) }
  })
}

export type PumpProcess = { pid: number; address: string | null; since: Date; seen_seconds: number }

/**
 * The shop's processes by their pump's connection, oldest first. Runs as the login role, since the application's role
 * sees only its own sessions.
 */
export async function readPumpProcesses(pool: pg.Pool): Promise<PumpProcess[]> {
  const read = (client: pg.ClientBase) =>
    client.query<PumpProcess>(
      `select pid, host(client_addr) as address, backend_start as since,
         greatest(extract(epoch from clock_timestamp() - state_change), 0)::float as seen_seconds
       from pg_stat_activity
       where application_name = 'gamertech pump' and datname = current_database() and backend_start is not null order by backend_start, pid`,
    )
  const { rows } = await transaction(pool, read, 'begin read only; set local role none')
  return rows
}
