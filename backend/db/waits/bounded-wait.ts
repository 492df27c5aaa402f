// How long somebody waits for a connection of a pool. Making one may take longer: it is there for those who come later then.
import type pg from 'pg'
import { networkTimeout } from '#backend/db/pg-errors.ts'

/** Nothing was sent: to whoever asks it is a connection that could not be had. */
class NoConnectionFree extends Error {
  override readonly name = 'NoConnectionFree'
  readonly code = networkTimeout
}

type Lend = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void

/** From now on whoever is lent no connection within so many milliseconds is told so. */
export function boundWait(pool: pg.Pool, waitMs: number): void {
  const connect = pool.connect.bind(pool) as (lend: Lend) => void
  const connectInTime = (lend: Lend) => {
    // One is lent at once.
    if (pool.idleCount > pool.waitingCount) return connect(lend)
    let isOver = false
    const giveUp = () => {
      if (isOver) return
      isOver = true
      lend(new NoConnectionFree(`no connection of ${pool.options.application_name} was free within ${waitMs} ms`))
    }
    // What came while the process was busy is read before anybody is told that nothing came.
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
