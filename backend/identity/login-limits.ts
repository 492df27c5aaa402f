// Slows guessing: failed logins are counted per e-mail and address, and per address, in the database, for all processes.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'

type Attempt = { email: string; address: string }

const window = 15 * 60
const failuresPerAccount = 10
const failuresPerAddress = 100

export class LoginLimits {
  readonly #account: RateLimiterPostgres
  readonly #address: RateLimiterPostgres

  constructor(pool: pg.Pool) {
    const table = {
      storeClient: pool,
      schemaName: 'auth',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    }
    this.#account = new RateLimiterPostgres({
      ...table,
      keyPrefix: 'login',
      points: failuresPerAccount,
      duration: window,
    })
    this.#address = new RateLimiterPostgres({
      ...table,
      keyPrefix: 'address',
      points: failuresPerAddress,
      duration: window,
    })
  }

  /**
   * Counts an attempt before its password is looked at, so that many at once are no way around the limit.
   * Answers the seconds to wait where there were too many; 0: go on.
   */
  async begin(attempt: Attempt): Promise<number> {
    const wait = waitOf(await this.#account.penalty(accountKey(attempt)), failuresPerAccount)
    return wait > 0 ? wait : waitOf(await this.#address.penalty(attempt.address), failuresPerAddress)
  }

  /** After a right password: the attempt was none of a guesser. */
  async forget(attempt: Attempt): Promise<void> {
    await Promise.all([this.#account.delete(accountKey(attempt)), this.#address.reward(attempt.address)])
  }
}

function waitOf(counted: RateLimiterRes, limit: number): number {
  return counted.consumedPoints > limit ? Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) : 0
}

/** No e-mail stands readable in the table. */
function accountKey({ email, address }: Attempt): string {
  return createHash('sha256').update(`${email.trim().toLowerCase()} ${address}`).digest('hex')
}
