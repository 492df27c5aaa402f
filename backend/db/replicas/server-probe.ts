// Polls one server's status on its own connection, so that a busy pool doesn't look like a dead server.
import pg from 'pg'
import { sessionOptions } from '#backend/db/session-options.ts'

const answerMs = 500

export type ServerStatus = {
  isStandby: boolean
  walBytes: number
  cluster: string
}

const statusQuery = `select pg_is_in_recovery() as "isStandby",
  ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end) - '0/0')::float8 as "walBytes",
  (select system_identifier::text from pg_control_system()) as cluster`

/** `ask` connects if necessary and returns undefined if no answer comes in time; the next call reconnects. */
export function openProbe(connectionString: string) {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    options: sessionOptions('application', { statementMs: answerMs }),
    application_name: 'gamertech probe',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    keepAlive: true,
  })
  pool.on('error', () => undefined)
  return {
    async ask(): Promise<ServerStatus | undefined> {
      const answer = await pool.query<ServerStatus>(statusQuery).catch(() => undefined)
      return answer?.rows[0]
    },
    close: () => void pool.end().catch(() => undefined),
  }
}
