// One standby that answers for the primary: its connections, and the promise that nobody waits for it when it falls silent.
import type pg from 'pg'
import { createPool } from '#backend/db/database.ts'
import type { Standing } from './server-probe.ts'

/** Longest use of a connection, in milliseconds: whatever takes longer is asked of the primary instead. */
const maxUseMs = 1000
const limits = { lockMs: 50, statementMs: maxUseMs, transactionMs: maxUseMs }

/** The replica was left in the midst of the work, or it took too long. */
export class ReplicaLeft extends Error {
  override readonly name = 'ReplicaLeft'
}

export class Replica {
  /** Host and port, as metrics and operators know it. */
  readonly name: string
  readonly url: string
  #pool: pg.Pool | undefined
  readonly #underWay = new Set<() => void>()
  /** What it last said of itself; undefined while it does not answer. */
  standing: Standing | undefined
  /** performance.now() up to which it is known to show everything that the primary had flushed. */
  freshUntil = Number.NEGATIVE_INFINITY
  /** It has log that the primary does not have: after a failover that lost some. */
  isAhead = false

  constructor(url: string) {
    this.url = url
    this.name = new URL(url).host
  }

  /** How much is asked of it now. */
  get busy(): number {
    return this.#underWay.size
  }

  /** Runs the work on one of its connections. Throws what the work throws, or ReplicaLeft; the connection is closed then. */
  use<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    this.#pool ??= createPool(this.url, { name: 'gamertech replica reads', limits, serves: 'reads' })
    const pool = this.#pool
    return new Promise<Result>((resolve, reject) => {
      let client: pg.PoolClient | undefined
      let isOver = false
      const end = (broken: boolean) => {
        isOver = true
        clearTimeout(timer)
        this.#underWay.delete(giveUp)
        client?.release(broken)
      }
      const giveUp = () => {
        end(true)
        reject(new ReplicaLeft(`${this.name} did not answer`))
      }
      const timer = setTimeout(giveUp, maxUseMs)
      this.#underWay.add(giveUp)
      const run = async () => {
        const connected = await pool.connect()
        if (isOver) return connected.release(true)
        client = connected
        const result = await work(connected)
        if (isOver) return
        end(false)
        resolve(result)
      }
      run().catch((error: unknown) => {
        if (isOver) return
        end(true)
        reject(error instanceof Error ? error : new Error(String(error)))
      })
    })
  }

  /** Gives up what is under way, and its connections: what is asked of it later begins with new ones. */
  leave(): void {
    this.standing = undefined
    for (const giveUp of [...this.#underWay]) giveUp()
    const pool = this.#pool
    this.#pool = undefined
    // A server that is frozen confirms no end; nobody waits for it.
    void pool?.end().catch(() => undefined)
  }
}
