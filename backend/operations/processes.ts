// Stores a row per process with its health, rewritten every few seconds, so a lost row comes back.
import type pg from 'pg'
import type { ProcessHealth, ProcessView } from '#backend/domain/operation/operation.contract.ts'
import { type PumpProcess, readPumpProcesses } from '#backend/eventstore/subscriptions/subscription-status.ts'

const goneAfter = 60

type Stored = ProcessHealth & {
  id: string
  pumpPid: number | null
  roundTripMs: number
  since: Date
  seenSeconds: number
}

export async function readProcesses(pool: pg.Pool): Promise<ProcessView[]> {
  const [pumps, reports] = await Promise.all([readPumpProcesses(pool), readReports(pool)])
  const known = new Set(reports.map(({ pumpPid }) => pumpPid))
  const silent = pumps.filter(({ pid }) => !known.has(pid))
  const views = [...reports.map((row) => viewOf(row, pumps)), ...silent.map(silentView)]
  return views.sort((a, b) => a.since.localeCompare(b.since))
}

async function readReports(pool: pg.Pool): Promise<Stored[]> {
  const { rows } = await pool.query<Stored>(
    `select id, host, os_pid as "osPid", role, release, started_at as since, pump_pid as "pumpPid",
       round_trip_ms as "roundTripMs",
       memory_bytes::float as "memoryBytes", loop_delay_ms as "loopDelayMs", pools,
       greatest(extract(epoch from clock_timestamp() - seen_at), 0)::float as "seenSeconds"
     from operation.processes where seen_at > now() - interval '${goneAfter} seconds'`,
  )
  return rows
}

function viewOf({ id, since, seenSeconds, roundTripMs, pumpPid, ...health }: Stored, pumps: readonly PumpProcess[]) {
  const pump = pumps.find(({ pid }) => pid === pumpPid)
  const pumpSeenSeconds = pump?.seen_seconds ?? null
  return {
    id,
    pid: pump?.pid ?? null,
    address: pump?.address ?? null,
    since: since.toISOString(),
    seenSeconds: Math.min(seenSeconds, pumpSeenSeconds ?? seenSeconds),
    pumpSeenSeconds,
    roundTripMs,
    health,
  }
}

function silentView({ pid, address, since, seen_seconds: seen }: PumpProcess): ProcessView {
  const times = { since: since.toISOString(), seenSeconds: seen, pumpSeenSeconds: seen }
  return { id: `pump-${pid}`, pid, address, ...times, roundTripMs: null, health: null }
}

type Report = Omit<Stored, 'since' | 'seenSeconds'> & { startedAt: Date }

export async function writeProcess(pool: pg.Pool, { id, startedAt, pumpPid, ...own }: Report): Promise<void> {
  const { host, osPid, role, release, memoryBytes, loopDelayMs, roundTripMs, pools } = own
  await pool.query(
    `with gone as (delete from operation.processes where seen_at < now() - interval '${goneAfter} seconds' and id <> $1)
     insert into operation.processes
       (id, host, os_pid, role, release, started_at, seen_at, pump_pid, memory_bytes, loop_delay_ms, round_trip_ms, pools)
     values ($1, $2, $3, $4, $5, $6, now(), $7, $8, $9, $10, $11)
     on conflict (id) do update set seen_at = excluded.seen_at, pump_pid = excluded.pump_pid,
       memory_bytes = excluded.memory_bytes, loop_delay_ms = excluded.loop_delay_ms,
       round_trip_ms = excluded.round_trip_ms, pools = excluded.pools`,
    [id, host, osPid, role, release, startedAt, pumpPid, memoryBytes, loopDelayMs, roundTripMs, JSON.stringify(pools)],
  )
}

export async function removeProcess(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('delete from operation.processes where id = $1', [id])
}
