// Keeps the wallet's instalments for an amount. Losing them is harmless.
import { LRUCache } from 'lru-cache'
import type { InstalmentPlan, PaymentWallet } from '#backend/gateways/payment-wallet/payment-wallet.ts'

const [keptMs, failureMs] = [600_000, 30_000]
const maxAmounts = 2000
/** More amounts at once, or in a minute, get no answer for now: the same token of the wallet opens checkouts. */
const [maxUnderWay, maxPerMinute] = [8, 120]

type Parts = { wallet: Pick<PaymentWallet, 'findInstalments'>; now: () => Date; report: (error: unknown) => void }
type Answer = { plans: Promise<readonly InstalmentPlan[]>; until: number }

export class InstalmentAnswers {
  readonly #parts: Parts
  readonly #kept = new LRUCache<number, Answer>({ max: maxAmounts })
  #underWay = 0
  /** While the wallet is away it is asked again after a pause, whatever the amount. */
  #awayUntil = 0
  #asked = { minute: 0, amounts: 0 }

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Kept for ten minutes by amount. Empty if the wallet offers none or gives no answer; never an older answer. */
  async plansFor(amountCents: number): Promise<readonly InstalmentPlan[]> {
    const now = this.#parts.now().getTime()
    const kept = this.#kept.get(amountCents)
    if (kept && now < kept.until) return kept.plans
    if (now < this.#awayUntil || this.#underWay >= maxUnderWay || !this.#mayAsk(now)) return []
    const plans = this.#ask(amountCents, now)
    this.#kept.set(amountCents, { plans, until: now + keptMs })
    return plans
  }

  #mayAsk(now: number): boolean {
    const minute = Math.floor(now / 60_000)
    const amounts = (this.#asked.minute === minute ? this.#asked.amounts : 0) + 1
    this.#asked = { minute, amounts }
    return amounts <= maxPerMinute
  }

  async #ask(amountCents: number, now: number): Promise<readonly InstalmentPlan[]> {
    this.#underWay++
    try {
      return await this.#parts.wallet.findInstalments(amountCents)
    } catch (error) {
      this.#kept.delete(amountCents)
      this.#awayUntil = now + failureMs
      this.#parts.report(error)
      return []
    } finally {
      this.#underWay--
    }
  }
}
