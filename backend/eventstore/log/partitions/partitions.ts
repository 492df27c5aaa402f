// Keeps two empty partitions ahead of a divided log (docs/decisions/025-several-machines.md).

import type pg from 'pg'
import { locks } from '#backend/db/locks.ts'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import type { Queryable } from '#backend/db/transaction.ts'

export const partitionsAhead = 2
const usualMs = 10_000

export async function addPartitions(on: Queryable, room = 0): Promise<number | null> {
  const { rows } = await on.query<{ ahead: number | null }>('select es.add_partitions($1) as ahead', [room])
  return rows[0]?.ahead ?? null
}

export function lacksPartition(error: unknown): boolean {
  const { schema, table, constraint } = error as { schema?: string; table?: string; constraint?: string }
  return (
    hasErrorCode(error, pgErrors.checkViolation) && schema === 'es' && table === 'events' && constraint === undefined
  )
}

/** Adds partitions and cleans up an abandoned division, now and every few seconds; returns a function to stop. */
export function keepPartitions(pool: pg.Pool, report: (error: unknown) => void, everyMs = usualMs): () => void {
  const keep = async () => {
    await pool.query('select es.undo_split()')
    await addPartitions(pool)
  }
  // Another session may hold a lock until the next time.
  const tryIt = () =>
    void keep().catch((error: unknown) => hasErrorCode(error, pgErrors.lockNotAvailable) || report(error))
  tryIt()
  const timer = setInterval(tryIt, everyMs)
  return () => clearInterval(timer)
}

export async function readDivision(on: Queryable): Promise<'underway' | 'left' | null> {
  const { rows } = await on.query<{ state: 'underway' | 'left' }>(
    `select case when exists (
       select from pg_locks l where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${locks.partitioning} and l.objsubid = 1 and l.granted
         and l.database = (select oid from pg_database where datname = current_database())) then 'underway' else 'left' end as state
     where to_regclass('es.events_beyond') is not null`,
  )
  return rows[0]?.state ?? null
}

export type Partition = {
  name: string
  /** Null for one that was detached: the log does not read it. */
  first: number | null
  upto: number | null
  events: number | null
  bytes: number
  tablespace: string
  state: 'full' | 'written' | 'ahead' | 'detached'
}

/** By position, and detached ones last; none for a log of one table. */
export async function listPartitions(on: Queryable): Promise<Partition[]> {
  const { rows } = await on.query<Partition>(
    `select c.relname as name, p.first, p.upto,
       case when p.name is not null then greatest(0, least(h.pos, p.upto) - p.first + 1) end as events,
       pg_total_relation_size(c.oid) as bytes, coalesce(t.spcname, 'pg_default') as tablespace,
       case when p.name is null then 'detached' when h.pos < p.first then 'ahead' when h.pos < p.upto then 'written' else 'full' end as state
     from pg_class c left join es.list_partitions() p on p.name = c.relname
     left join pg_tablespace t on t.oid = coalesce(nullif(c.reltablespace, 0), (select dattablespace from pg_database where datname = current_database()))
     cross join (select coalesce(max(pos), 0) as pos from es.recent_events) h
     where c.relnamespace = 'es'::regnamespace and c.relkind = 'r' and c.relname ~ '^events__[0-9]+$'
       and (p.name is not null or not exists (select from pg_inherits i where i.inhrelid = c.oid)) order by p.first, 1`,
  )
  return rows
}

export async function readPartitionSize(on: Queryable): Promise<number | null> {
  const { rows } = await on.query<{ size: number }>('select size from es.partitioning')
  return rows[0]?.size ?? null
}

export function aheadOf(partitions: readonly Partition[]): number | null {
  const attached = partitions.filter(({ state }) => state !== 'detached')
  return attached.length === 0 ? null : attached.filter(({ state }) => state === 'ahead').length
}

export async function resizePartitions(owner: Queryable, size: number): Promise<boolean> {
  return (await owner.query('update es.partitioning set size = $1', [size])).rowCount !== 0
}
