// Whether a new connection leads to the server that may be written to: no standby, and no former primary that came back.
import type pg from 'pg'
import { pgErrors } from './pg-errors.ts'

/** What is read there may be old, and what is written lost. Treated as PostgreSQL's own refusal to write. */
class NotPrimary extends Error {
  override readonly name = 'NotPrimary'
  readonly code = pgErrors.readOnlyTransaction
}

/** The newest timeline on which this process has met each cluster: a promotion begins the next one. */
const newestTimelines = new Map<string, number>()

/**
 * Throws NotPrimary. Once for each connection is enough for standbys: a server becomes one only by a restart, which ends its connections.
 */
export async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ cluster: string; timeline: number | null }>(
    `select (select system_identifier::text from pg_control_system()) as cluster,
       case when not pg_is_in_recovery()
         then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline`,
  )
  const { cluster = '', timeline = null } = rows[0] ?? {}
  if (timeline === null) throw new NotPrimary('the address of the database leads to a standby')
  const newest = newestTimelines.get(cluster) ?? timeline
  if (timeline < newest) throw new NotPrimary('the address of the database leads to a former primary')
  newestTimelines.set(cluster, timeline)
}
