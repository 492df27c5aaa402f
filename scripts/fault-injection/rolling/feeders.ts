// Reads from the database who feeds the read models.
import type pg from 'pg'
import { heldLocks, locks } from '#backend/db/locks.ts'

/** Leaders that together feed everything that is shown; 0 while something is not fed. */
export async function feeders(database: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await database.query<{ holders: number; free: number }>(
    `select count(distinct l.pid)::int as holders, count(*) filter (where l.pid is null)::int as free
     from es.subscriptions s left join pg_locks l on ${heldLocks('l', locks.leading)} and l.objid::bigint = s.leader
     where s.state = 'live'`,
  )
  return rows[0]?.free === 0 ? rows[0].holders : 0
}
