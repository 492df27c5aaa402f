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

export class ServerProbe {
  readonly #url: string
  #client: pg.Client | undefined
  #isConnected = false

  constructor(url: string) {
    this.#url = url
  }

  /** Connects if necessary. Throws if no answer comes in time; the next call reconnects. */
  async ask(): Promise<ServerStatus> {
    this.#client ??= this.#newClient()
    const client = this.#client
    try {
      if (!this.#isConnected) {
        await client.connect()
        this.#isConnected = true
      }
      const { rows } = await client.query<ServerStatus>(statusQuery)
      return rows[0] as ServerStatus
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
