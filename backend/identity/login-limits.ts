// Slows guessing: attempts to sign in are counted per e-mail and address, per address, and per e-mail over all addresses.
import { normalEmail } from '#backend/domain/user/user.ts'
import type { Rate, RateLimits, Spending } from './rate-limits.ts'

/** isKnownDevice: somebody signed in to this account from the browser before; guessers elsewhere do not shut it out. */
export type Attempt = { email: string; address: string; isKnownDevice: boolean }

const quarterOfAnHour = 15 * 60
const perPlace: Rate = { points: 10, seconds: quarterOfAnHour }
const perAddress: Rate = { points: 100, seconds: quarterOfAnHour }
/** At most a hundred guesses an hour at one account, however many addresses they come from. */
const perAccount: Rate = { points: 20, seconds: quarterOfAnHour }

const resetsPerEmail: Rate = { points: 5, seconds: 3600 }

export class LoginLimits {
  readonly #limits: RateLimits

  constructor(limits: RateLimits) {
    this.#limits = limits
  }

  /**
   * Counts an attempt before its password is looked at, so that many at once are no way around the limit.
   * Returns the seconds to wait if there were too many; 0: go on.
   */
  async begin(attempt: Attempt): Promise<number> {
    const { place, address, account } = spendingsOf(attempt)
    return await this.#limits.spend([place, address, account])
  }

  /** The same for a request for a reset mail: nobody's mailbox is filled. */
  beginReset(email: string): Promise<number> {
    return this.#limits.spend([{ name: 'reset', who: normalEmail(email), rate: resetsPerEmail }])
  }

  /** After a right password: the attempt was none of a guesser. */
  async forget(attempt: Attempt): Promise<void> {
    const { place, address, account } = spendingsOf(attempt)
    this.#limits.giveBack(address)
    this.#limits.giveBack(account)
    await this.#limits.reset(place)
  }
}

/** A known device has a count of its own, all of an account's together: a thief of its cookie gains no more guesses. */
function spendingsOf({
  email: typed,
  address,
  isKnownDevice,
}: Attempt): Record<'place' | 'address' | 'account', Spending> {
  const email = normalEmail(typed)
  return {
    place: { name: 'login', who: `${email} ${address}`, rate: perPlace },
    address: { name: 'address', who: address, rate: perAddress },
    account: { name: isKnownDevice ? 'known-device' : 'account', who: email, rate: perAccount },
  }
}
