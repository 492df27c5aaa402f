// Slows password guessing: counts sign-in attempts per e-mail and address, per address, and per e-mail overall.
import { normalEmail } from '#backend/domain/user/user.ts'
import type { Rate, RateLimits, Spending } from './rate-limits.ts'

export type Attempt = { email: string; address: string; isKnownDevice: boolean }

const quarterOfAnHour = 15 * 60
const perPlace: Rate = { points: 10, seconds: quarterOfAnHour }
const perAddress: Rate = { points: 100, seconds: quarterOfAnHour }
/** Allows about a hundred guesses an hour per account, from any number of addresses. */
const perAccount: Rate = { points: 20, seconds: quarterOfAnHour }

const resetsPerEmail: Rate = { points: 5, seconds: 3600 }

export function loginLimitsOn(limits: RateLimits) {
  return {
    /**
     * Counts an attempt before checking its password, so that parallel attempts can't exceed the limit. Returns the
     * seconds to wait, 0 if allowed.
     */
    begin: (attempt: Attempt) => limits.spend(Object.values(spendingsOf(attempt))),
    beginReset: (email: string) => limits.spend([{ name: 'reset', who: normalEmail(email), rate: resetsPerEmail }]),
    async forget(attempt: Attempt): Promise<void> {
      const { place, address, account } = spendingsOf(attempt)
      limits.giveBack(address)
      limits.giveBack(account)
      await limits.reset(place)
    },
  }
}

/** All known devices of an account share one count, so a stolen cookie brings no extra guesses. */
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
