// Ends the session of a leader that stopped responding, so that another process can lead.
import type pg from 'pg'
import { heldLocks, locks } from '#backend/db/locks.ts'

/** Ends a session once its rows are so late, before readers of their own writes give up, and it sent nothing so long. */
const [lateMs, silentMs] = [400, 300]
/** Doubles the pause before the next one is ended: on an overloaded machine all sessions seem silent. */
const [shortestPauseMs, longestPauseMs] = [2000, 60_000]

export class SilentLeaders {
  #pauseMs = shortestPauseMs
  #pausedUntil = 0

  /**
   * Frees the locks and rolls back the transactions of silent leaders whose rows are late; spares one that feeds other
   * rows. Returns true if it ended one.
   */
  async end(client: pg.ClientBase): Promise<boolean> {
    const { rows } = await client.query<Late>({ name: 'es.late', text: lateQuery })
    const now = performance.now()
    if (rows.length === 0 || now < this.#pausedUntil || !(await endIfSilent(client, rows))) return false
    this.#pausedUntil = now + this.#pauseMs
    this.#pauseMs = Math.min(2 * this.#pauseMs, longestPauseMs)
    return true
  }
}

type Late = { pid: number; stands: boolean }

const lateQuery = `with head as (select coalesce(max(pos), 0) as pos from es.events)
  select l.pid, bool_and(s.pos < head.pos) as stands
  from es.subscriptions s cross join head
  join pg_locks l on ${heldLocks('l', locks.leading)} and l.objid::bigint = s.leader
  where s.state = 'live' and not s.paused and l.pid <> pg_backend_pid()
  group by l.pid having bool_or(s.pos < head.pos and
    (select at from es.events e where e.pos = s.pos + 1) < clock_timestamp() - interval '${lateMs} ms')`

/** Switches to the login role: the application's role sees no other session and may end none. */
async function endIfSilent(client: pg.ClientBase, late: readonly Late[]): Promise<boolean> {
  const pids = (some: typeof late) => `'{${some.map(({ pid }) => pid).join()}}'::int[]`
  const answers: unknown = await client.query(
    `begin; set local role none;
     select pg_terminate_backend(pid, 1000) from pg_stat_activity
     where pid = any(${pids(late)}) and datname = current_database() and wait_event_type = 'Client'
       and state_change < clock_timestamp() - interval '${silentMs} ms'
       and (pid = any(${pids(late.filter(({ stands }) => stands))}) or state like 'idle in transaction%');
     commit`,
  )
  return ((answers as pg.QueryResult[])[2]?.rowCount ?? 0) > 0
}
