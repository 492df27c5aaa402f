// Handles a network that drops everything silently. Once a query stays unanswered, the pool gives up the connections
// that received nothing since, and refuses new ones until something answers (docs/decisions/007-isolation.md).
import type { Socket } from 'node:net'
import type pg from 'pg'
import { networkTimeout } from '#backend/db/pg-errors.ts'

class NetworkSilent extends Error {
  override readonly name = 'NetworkSilent'
  readonly code = networkTimeout
}

type Callback = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void

export class SilentNetwork {
  readonly #heard = new Map<pg.PoolClient, number>()
  #isSilent = false

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

  asked(): void {
    for (const client of this.#heard.keys()) this.#heard.set(client, bytesOf(client))
  }

  /** If other connections received something, only the silent connection is at fault and nobody is refused. */
  unanswered(): void {
    const silent = [...this.#heard].filter(([client, bytes]) => bytesOf(client) === bytes)
    this.#isSilent = silent.length === this.#heard.size
    for (const [client] of silent) socketOf(client).destroy()
  }

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
