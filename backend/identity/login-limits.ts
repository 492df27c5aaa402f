// Slows guessing: failed logins are counted per e-mail and address, and per address, in the database, for all processes.
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { normalEmail } from '#backend/domain/user/user.ts'
import type { Keyring } from '#backend/eventstore/log/keyring.ts'

type Attempt = { email: string; address: string }

const window = 15 * 60
const failuresPerAccount = 10
const failuresPerAddress = 100

/** Counters of failed sign-ins, shared by all processes through the database. */
export class LoginLimits {
  readonly #account: RateLimiterPostgres
  readonly #address: RateLimiterPostgres
  readonly #pool: pg.Pool
  readonly #keyring: Keyring

  constructor(pool: pg.Pool, keyring: Keyring) {
    this.#pool = pool
    this.#keyring = keyring
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
   * Returns the seconds to wait if there were too many; 0: go on.
   */
  async begin(attempt: Attempt): Promise<number> {
    const { account, address } = this.#keysOf(attempt)
    const wait = waitOf(await this.#account.penalty(account), failuresPerAccount)
    return wait > 0 ? wait : waitOf(await this.#address.penalty(address), failuresPerAddress)
  }

  /** After a right password: the attempt was none of a guesser. */
  async forget(attempt: Attempt): Promise<void> {
    const { account, address } = this.#keysOf(attempt)
    await Promise.all([this.#account.delete(account), this.#address.reward(address)])
  }

  /** Neither e-mails nor addresses stand in the table, nor anything they could be guessed from without the shop's key. */
  #keysOf({ email, address }: Attempt): { account: string; address: string } {
    const keyed = (text: string) => this.#keyring.claimKey(text).toString('base64url')
    return { account: keyed(`${normalEmail(email)} ${address}`), address: keyed(address) }
  }

  /** Removes the counts that are over. */
  async sweep(): Promise<void> {
    await this.#pool.query('delete from auth.rate_limits where expire < $1', [Date.now()])
  }
}

function waitOf(counted: RateLimiterRes, limit: number): number {
  return counted.consumedPoints > limit ? Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) : 0
}
