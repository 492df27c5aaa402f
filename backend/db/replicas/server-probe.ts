// Asks one server again and again how it stands, on a connection of its own, so that a busy pool is not taken for a dead server.
import pg from 'pg'
import { sessionOptions } from '#backend/db/session-options.ts'

/** Longest wait for an answer, connecting included, in milliseconds. */
const answerMs = 500

/** What a server says of itself. */
export type Standing = {
  isStandby: boolean
  /** Bytes of log: on a standby what it has replayed, elsewhere what it has flushed. */
  walBytes: number
  /** The cluster that it is, or is a copy of. */
  cluster: string
}

const standingQuery = `select pg_is_in_recovery() as "isStandby",
  ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end) - '0/0')::float8 as "walBytes",
  (select system_identifier::text from pg_control_system()) as cluster`

export class ServerProbe {
  readonly #url: string
  #client: pg.Client | undefined
  #isConnected = false

  constructor(url: string) {
    this.#url = url
  }

  /** Asks once, connecting first if need be. Throws if there is no answer in time; the next call connects anew. */
  async ask(): Promise<Standing> {
    this.#client ??= this.#newClient()
    const client = this.#client
    try {
      if (!this.#isConnected) {
        await client.connect()
        this.#isConnected = true
      }
      const { rows } = await client.query<Standing>(standingQuery)
      return rows[0] as Standing
    } catch (error) {
      this.close()
      throw error
    }
  }

  close(): void {
    const client = this.#client
    this.#client = undefined
    this.#isConnected = false
    void client?.end().catch(() => undefined)
  }

  #newClient(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#url,
      options: sessionOptions('application', { statementMs: answerMs }),
      application_name: 'gamertech probe',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
    })
    client.on('error', () => undefined)
    return client
  }
}
