// Bounds the wait for a pooled connection. Opening one may take longer and then serves later callers.
import type pg from 'pg'
import { networkTimeout } from '#backend/db/pg-errors.ts'

/** Nothing was sent, so callers treat this as a failed connection. */
class NoConnectionFree extends Error {
  override readonly name = 'NoConnectionFree'
  readonly code = networkTimeout
}

type Lend = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void

export function boundWait(pool: pg.Pool, waitMs: number): void {
  const connect = pool.connect.bind(pool) as (lend: Lend) => void
  const connectInTime = (lend: Lend) => {
    if (pool.idleCount > pool.waitingCount) return connect(lend)
    let isOver = false
    const giveUp = () => {
      if (isOver) return
      isOver = true
      lend(new NoConnectionFree(`no connection of ${pool.options.application_name} was free within ${waitMs} ms`))
    }
    // Reads pending data of a busy process before declaring a timeout.
    const timer = setTimeout(() => setImmediate(giveUp), waitMs)
    connect((error, client, release) => {
      clearTimeout(timer)
      if (isOver) client?.release()
      else lend(error, client, release)
      isOver = true
    })
  }
  const connectOf = (lend?: Lend) => {
    if (lend) return connectInTime(lend)
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
    connectInTime((error, client) => (client ? resolve(client) : reject(error)))
    return promise
  }
  Object.assign(pool, { connect: connectOf as typeof pool.connect })
}
