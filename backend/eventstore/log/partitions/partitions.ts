// The partitions of a log that an operator divided (docs/decisions/064-partitions.md): which there are, and that two are always ahead.

import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import type { Queryable } from '#backend/db/transaction.ts'

/** How many empty partitions are kept ahead of the log. */
export const partitionsAhead = 2
/** In milliseconds. */
const everyMs = 60_000

/** Makes the partitions that lack, with room for so many more events; returns how many are ahead, null if the log is one table. */
export async function addPartitions(on: Queryable, room = 0): Promise<number | null> {
  const { rows } = await on.query<{ ahead: number | null }>('select es.add_partitions($1) as ahead', [room])
  return rows[0]?.ahead ?? null
}

/** Whether an append was refused because no partition takes its positions. */
export function lacksPartition(error: unknown): boolean {
  const { schema, table, constraint } = error as { schema?: string; table?: string; constraint?: string }
  return (
    hasErrorCode(error, pgErrors.checkViolation) && schema === 'es' && table === 'events' && constraint === undefined
  )
}

/** Sees to it now and every minute that partitions are ahead; returns what ends it. report: told of what goes wrong. */
export function keepPartitions(pool: pg.Pool, report: (error: unknown) => void): () => void {
  const add = () =>
    void addPartitions(pool).catch((error: unknown) => {
      // Somebody holds what it needs: there are two ahead, and the next look follows.
      if (!hasErrorCode(error, pgErrors.lockNotAvailable)) report(error)
    })
  add()
  const timer = setInterval(add, everyMs)
  return () => clearInterval(timer)
}

export type Partition = {
  name: string
  /** The first and the last position that it takes. */
  first: number
  upto: number
  /** That it holds: positions have no holes. */
  events: number
  /** With its indexes. */
  bytes: number
  tablespace: string
}

/** The partitions in the order of their positions; none: the log is one table. size: positions of those to come. */
export async function listPartitions(owner: Queryable): Promise<{ partitions: Partition[]; size: number | null }> {
  const { rows } = await owner.query<Partition>(
    `select p.name, p.first, p.upto, greatest(0, least(h.pos, p.upto) - p.first + 1) as events,
       pg_total_relation_size(c.oid) as bytes, coalesce(t.spcname, 'pg_default') as tablespace
     from es.list_partitions() p join pg_class c on c.oid = format('es.%I', p.name)::regclass
     left join pg_tablespace t on t.oid = coalesce(nullif(c.reltablespace, 0), (select dattablespace from pg_database where datname = current_database()))
     cross join (select coalesce(max(pos), 0) as pos from es.recent_events) h order by p.first`,
  )
  const { rows: sizes } = await owner.query<{ size: number }>('select size from es.partitioning')
  return { partitions: rows, size: sizes[0]?.size ?? null }
}

/** How many empty partitions are ahead of the log; null if it is one table. */
export function aheadOf(partitions: readonly Partition[]): number | null {
  return partitions.length === 0 ? null : partitions.filter(({ events }) => events === 0).length
}

/** Positions of each partition that is made from now on; false: the log is one table. */
export async function resizePartitions(owner: Queryable, size: number): Promise<boolean> {
  return (await owner.query('update es.partitioning set size = $1', [size])).rowCount !== 0
}
