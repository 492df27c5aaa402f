// The processes of the shop and how each of them is: a row that each writes of itself every few seconds. It may be lost: it is there again with the next.
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { type PumpProcess, readPumpProcesses } from '#backend/eventstore/subscriptions/subscription-status.ts'
import type { PoolUse, ProcessHealth } from './process-report.ts'

/** Seconds without a sign of life after which a process is taken for gone. */
const goneAfter = 60

/** How a process was when it wrote last; null of one that feeds and tells nothing of itself, as those of older releases. */
export type ProcessView = {
  /** As lists know it. */
  id: string
  /** The server's number of the connection that feeds or stands by: what `fedBy` names. null: it does neither. */
  pid: number | null
  /** Of the machine as the database sees it; null: this one, or not known. */
  address: string | null
  since: string
  /** Since its last sign of life, and since its pump last asked for something; null: it has none. */
  seenSeconds: number
  pumpSeenSeconds: number | null
  /** What its round trips to the database take at most; null: not known yet. */
  roundTripMs: number | null
  health: ProcessHealth | null
}

type Stored = Omit<ProcessHealth, 'pools'> & {
  id: string
  pumpPid: number | null
  since: Date
  seenSeconds: number
  pools: Record<string, PoolUse>
}

/** The oldest first. pool: of the application. */
export async function readProcesses(pool: pg.Pool): Promise<ProcessView[]> {
  const [pumps, told] = await Promise.all([readPumpProcesses(pool), readTold(pool)])
  const known = new Set(told.map(({ pumpPid }) => pumpPid))
  const views = [
    ...told.map((row) =>
      viewOf(
        row,
        pumps.find(({ pid }) => pid === row.pumpPid),
      ),
    ),
    ...pumps.filter(({ pid }) => !known.has(pid)).map((pump) => silentView(pump)),
  ]
  return views.sort((a, b) => a.since.localeCompare(b.since))
}

async function readTold(pool: pg.Pool): Promise<Stored[]> {
  try {
    const { rows } = await pool.query<Stored>(
      `select id, host, os_pid as "osPid", role, release, started_at as since, pump_pid as "pumpPid",
         memory_bytes::float as "memoryBytes", loop_delay_ms as "loopDelayMs", pools,
         greatest(extract(epoch from clock_timestamp() - seen_at), 0)::float as "seenSeconds"
       from operation.processes where seen_at > now() - interval '${goneAfter} seconds'`,
    )
    return rows
  } catch (error) {
    // An operator may look at the database of a release before this one.
    if (hasErrorCode(error, pgErrors.undefinedTable)) return []
    throw error
  }
}

function viewOf({ id, since, seenSeconds, ...told }: Stored, pump: PumpProcess | undefined): ProcessView {
  const { host, osPid, role, release, memoryBytes, loopDelayMs, pools } = told
  const health = { host, osPid, role, release, memoryBytes, loopDelayMs, pools }
  const pumpSeenSeconds = pump?.seen_seconds ?? null
  return {
    id,
    pid: pump?.pid ?? null,
    address: pump?.address ?? null,
    since: since.toISOString(),
    seenSeconds: Math.min(seenSeconds, pumpSeenSeconds ?? seenSeconds),
    pumpSeenSeconds,
    roundTripMs: pump?.round_trip_ms ?? null,
    health,
  }
}

function silentView({ pid, address, since, seen_seconds: seen, round_trip_ms: roundTripMs }: PumpProcess): ProcessView {
  const times = { since: since.toISOString(), seenSeconds: seen, pumpSeenSeconds: seen }
  return { id: `pump-${pid}`, pid, address, ...times, roundTripMs, health: null }
}

/** Writes how this process is, and removes the rows of those that are gone. */
export async function writeProcess(
  pool: pg.Pool,
  { id, startedAt, pumpPid, ...health }: ProcessHealth & { id: string; startedAt: Date; pumpPid: number | null },
): Promise<void> {
  const { host, osPid, role, release, memoryBytes, loopDelayMs, pools } = health
  await pool.query(
    `with gone as (delete from operation.processes where seen_at < now() - interval '${goneAfter} seconds' and id <> $1)
     insert into operation.processes
       (id, host, os_pid, role, release, started_at, seen_at, pump_pid, memory_bytes, loop_delay_ms, pools)
     values ($1, $2, $3, $4, $5, $6, now(), $7, $8, $9, $10)
     on conflict (id) do update set seen_at = excluded.seen_at, pump_pid = excluded.pump_pid,
       memory_bytes = excluded.memory_bytes, loop_delay_ms = excluded.loop_delay_ms, pools = excluded.pools`,
    [id, host, osPid, role, release, startedAt, pumpPid, memoryBytes, loopDelayMs, JSON.stringify(pools)],
  )
}

/** Of a process that ends. */
export async function removeProcess(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('delete from operation.processes where id = $1', [id])
}
