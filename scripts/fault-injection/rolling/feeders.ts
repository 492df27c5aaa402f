// Reads from the database who feeds the read models.
import type pg from 'pg'
import { locks } from '#backend/db/locks.ts'

/** Sessions that together hold all leases; 0 while one is free. */
export async function feeders(database: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await database.query<{ holders: number; free: number }>(
    `select count(distinct l.pid)::int as holders, count(*) filter (where l.pid is null)::int as free
     from es.subscriptions s left join pg_locks l on l.locktype = 'advisory' and l.granted
       and l.database = (select oid from pg_database where datname = current_database())
       and l.classid = $1 and l.objid = s.generation::oid
     where s.state = 'live'`,
    [locks.feeding],
  )
  return rows[0]?.free === 0 ? rows[0].holders : 0
}
