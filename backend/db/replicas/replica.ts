// One standby that answers for the primary; callers never wait for a silent one.
import type pg from 'pg'
import { createPool } from '#backend/db/database.ts'
import type { ServerStatus } from './server-probe.ts'

/** Longest use of a connection, in milliseconds; the primary answers anything longer. */
const maxUseMs = 1000
const limits = { lockMs: 50, statementMs: maxUseMs, transactionMs: maxUseMs }

export class ReplicaLeft extends Error {
  override readonly name = 'ReplicaLeft'
}

export class Replica {
  readonly name: string
  readonly url: string
  #pool: pg.Pool | undefined
  readonly #underWay = new Set<() => void>()
  status: ServerStatus | undefined
  /** performance.now() up to which it shows everything that the primary had flushed. */
  freshUntil = Number.NEGATIVE_INFINITY
  /** Has log that the primary lacks, after a failover with losses. */
  isAhead = false

  constructor(url: string) {
    this.url = url
    this.name = new URL(url).host
  }

  get busy(): number {
    return this.#underWay.size
  }

  /** Throws the work's error, or ReplicaLeft; both close the connection. */
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

  leave(): void {
    this.status = undefined
    for (const giveUp of [...this.#underWay]) giveUp()
    const pool = this.#pool
    this.#pool = undefined
    // A frozen server never confirms the end, so nothing waits for it.
    void pool?.end().catch(() => undefined)
  }
}
