// A network that swallows everything ends no connection and refuses none. Once a question has stayed without an answer, the connections on
// which nothing came since are given up, and nobody waits for new ones until somebody answers (docs/decisions/007-isolation.md).
import type { Socket } from 'node:net'
import type pg from 'pg'
import { networkTimeout } from '#backend/db/pg-errors.ts'

/** Nothing is sent: to whoever asks it is a connection that was lost. */
class NetworkSilent extends Error {
  override readonly name = 'NetworkSilent'
  readonly code = networkTimeout
}

type Callback = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void

export class SilentNetwork {
  /** Bytes that had come when the last question was sent. */
  readonly #heard = new Map<pg.PoolClient, number>()
  #isSilent = false

  /** Returns the pool, whose connections are looked after from now on. */
  watch(pool: pg.Pool): pg.Pool {
    pool.on('connect', (client) => this.#heard.set(client, 0))
    pool.on('remove', (client) => this.#heard.delete(client))
    const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown
    const connectIfHeard = (callback?: Callback) => {
      if (!this.#isSilent) return connect(callback)
      const error = new NetworkSilent('the network between here and the database swallows everything')
      if (!callback) return Promise.reject(error)
      process.nextTick(callback, error)
    }
    return Object.assign(pool, { connect: connectIfHeard as typeof pool.connect })
  }

  /** A question was sent that is answered soon if anything is. */
  asked(): void {
    for (const client of this.#heard.keys()) this.#heard.set(client, bytesOf(client))
  }

  /** It was not. Where others heard something meanwhile it is that connection's own trouble, and nobody is refused for it. */
  unanswered(): void {
    const silent = [...this.#heard].filter(([client, bytes]) => bytesOf(client) === bytes)
    this.#isSilent = silent.length === this.#heard.size
    for (const [client] of silent) socketOf(client).destroy()
  }

  /** Something came: an answer, or a refusal. */
  answered(): void {
    this.#isSilent = false
  }
}

function socketOf(client: pg.PoolClient): Socket {
  return client.connection.stream as Socket
}

function bytesOf(client: pg.PoolClient): number {
  return socketOf(client).bytesRead
}
