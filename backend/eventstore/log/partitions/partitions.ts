// Keeps two empty partitions ahead of a divided log (docs/decisions/025-several-machines.md).

import type pg from 'pg'
import { locks } from '#backend/db/locks.ts'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import type { Queryable } from '#backend/db/transaction.ts'

export const partitionsAhead = 2
const usualPace = { everyMs: 30_000, againMs: 5_000 }

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

/**
 * Adds partitions and cleans up an abandoned division, now and every half minute; returns a function to stop. Retries
 * after `againMs` if another session holds a lock.
 */
export function keepPartitions(pool: pg.Pool, report: (error: unknown) => void, pace = usualPace): () => void {
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const look = async () => {
    const isDone = await keepOnce(pool).catch((error: unknown) => {
      if (hasErrorCode(error, pgErrors.lockNotAvailable)) return false
      report(error)
      return true
    })
    if (!isEnded) timer = setTimeout(() => void look(), isDone ? pace.everyMs : pace.againMs)
  }
  void look()
  return () => {
    isEnded = true
    clearTimeout(timer)
  }
}

async function keepOnce(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isWhole: boolean }>('select es.undo_split() as "isWhole"')
  await addPartitions(pool)
  return rows[0]?.isWhole === true
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
  first: number
  upto: number
  events: number
  bytes: number
  tablespace: string
}

export type Detached = Pick<Partition, 'name' | 'bytes' | 'tablespace'>

/**
 * Lists partitions by position, none for a log of one table; `size` is the number of positions in future partitions.
 */
export async function listPartitions(
  on: Queryable,
): Promise<{ partitions: Partition[]; detached: Detached[]; size: number | null }> {
  const { rows } = await on.query<Partition & { isAttached: boolean }>(
    `with tables as (
       select p.name, p.first, p.upto, to_regclass(format('es.%I', p.name))::oid as oid, true as "isAttached" from es.list_partitions() p
       union all
       select c.relname, null, null, c.oid, false from pg_class c where c.relnamespace = 'es'::regnamespace and c.relkind = 'r'
         and c.relname ~ '^events__[0-9]+$' and not exists (select from pg_inherits i where i.inhrelid = c.oid))
     select p.name, p.first, p.upto, greatest(0, least(h.pos, p.upto) - p.first + 1) as events,
       coalesce(pg_total_relation_size(p.oid), 0) as bytes, coalesce(t.spcname, 'pg_default') as tablespace, p."isAttached"
     from tables p join pg_class c on c.oid = p.oid
     left join pg_tablespace t on t.oid = coalesce(nullif(c.reltablespace, 0), (select dattablespace from pg_database where datname = current_database()))
     cross join (select coalesce(max(pos), 0) as pos from es.recent_events) h order by p.first, p.name`,
  )
  const { rows: sizes } = await on.query<{ size: number }>('select size from es.partitioning')
  const partitions = rows.flatMap(({ isAttached, name, first, upto, events, bytes, tablespace }) =>
    isAttached ? [{ name, first, upto, events, bytes, tablespace }] : [],
  )
  const detached = rows.flatMap(({ isAttached, name, bytes, tablespace }) =>
    isAttached ? [] : [{ name, bytes, tablespace }],
  )
  return { partitions, detached, size: sizes[0]?.size ?? null }
}

export const partitionStates = ['full', 'written', 'ahead', 'detached'] as const

export type PartitionReport = Detached & {
  state: (typeof partitionStates)[number]
  first: number | null
  upto: number | null
  events: number | null
}

export async function reportPartitions(on: Queryable): Promise<PartitionReport[]> {
  const { partitions, detached } = await listPartitions(on)
  const attached = partitions.map((one) => ({ ...one, state: stateOf(one) }))
  return [...attached, ...detached.map((one) => ({ ...one, state: 'detached' as const, ...nothingKnown }))]
}

const nothingKnown = { first: null, upto: null, events: null }

function stateOf({ first, upto, events }: Partition): 'full' | 'written' | 'ahead' {
  return events === 0 ? 'ahead' : events === upto - first + 1 ? 'full' : 'written'
}

export function aheadOf(partitions: readonly PartitionReport[]): number | null {
  const attached = partitions.filter(({ state }) => state !== 'detached')
  return attached.length === 0 ? null : attached.filter(({ state }) => state === 'ahead').length
}

export async function resizePartitions(owner: Queryable, size: number): Promise<boolean> {
  return (await owner.query('update es.partitioning set size = $1', [size])).rowCount !== 0
}
