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

  /** Seconds until this account may be tried again from this address; 0: now. */
  async secondsToWait(attempt: Attempt): Promise<number> {
    const [account, address] = await Promise.all([
      this.#account.get(accountKey(attempt)),
      this.#address.get(attempt.address),
    ])
    return Math.max(waitOf(account, failuresPerAccount), waitOf(address, failuresPerAddress))
  }

  /** Counts a wrong password. */
  async noteFailure(attempt: Attempt): Promise<void> {
    await Promise.all([this.#account.penalty(accountKey(attempt)), this.#address.penalty(attempt.address)])
  }

  /** After a right password. */
  async forget(attempt: Attempt): Promise<void> {
    await this.#account.delete(accountKey(attempt))
  }
}

function waitOf(counted: RateLimiterRes | null, limit: number): number {
  return counted && counted.consumedPoints >= limit ? Math.ceil(counted.msBeforeNext / 1000) : 0
}

/** No e-mail stands readable in the table. */
function accountKey({ email, address }: Attempt): string {
  return createHash('sha256').update(`${email.trim().toLowerCase()} ${address}`).digest('hex')
}
