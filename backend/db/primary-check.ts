import type pg from 'pg'
import { pgErrors } from './pg-errors.ts'

/** Reads here may be stale and writes would be lost. Handled like PostgreSQL's own refusal to write. */
class NotPrimary extends Error {
  override readonly name = 'NotPrimary'
  readonly code = pgErrors.readOnlyTransaction
}

/** Newest timeline seen per cluster: every promotion starts a new one, so an old one betrays a former primary. */
const newestTimelines = new Map<string, number>()

/** Throws NotPrimary. One check a connection: a server becomes a standby only by a restart, which ends connections. */
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
