// Levers for tests in the wallet's own process: pay past the rules, settle, spoil answers, mute notifications.
import { type Bank, transact } from './bank.ts'
import { deliveryLog } from './courier.ts'
import type { FaultKind, Operation } from './faults.ts'
import { type FakePlan, usualPlans } from './instalments.ts'
import { announce, type choices, type FalseFacts, makePayment, type Outcome, settlePayment } from './payments.ts'

/** Presses a button of the checkout page at `url`; returns the shop's return address for the buyer. */
export async function pressButton(url: string, preferenceId: string, outcome: (typeof choices)[number]) {
  const body = new URLSearchParams({ pref_id: preferenceId, outcome })
  const headers = { origin: new URL(url).origin }
  const answer = await fetch(`${url}/checkout/pay`, { method: 'POST', body, headers, redirect: 'manual' })
  const target = answer.headers.get('location')
  if (answer.status !== 303 || !target)
    throw new Error(`the checkout answered ${answer.status}: ${await answer.text()}`)
  return target
}

export function controlOf(bank: Bank) {
  return {
    choose: (preferenceId: string, outcome: (typeof choices)[number]) => pressButton(bank.url, preferenceId, outcome),
    /** Creates a payment that ignores the checkout's rules: a second one, an expired one, or one with false facts. */
    async makePayment(preferenceId: string, outcome: Outcome, facts?: FalseFacts): Promise<string> {
      const made = await transact(bank, (client) => makePayment(bank, client, preferenceId, outcome, facts))
      if (!made) throw new Error(`the fake wallet has no preference ${preferenceId}`)
      return String(made.id)
    },
    settle: (paymentId: string, outcome: Outcome) =>
      transact(bank, (client) => settlePayment(bank, client, paymentId, outcome)),
    notify: (paymentId: string) => transact(bank, (client) => announce(client, paymentId, 'payment.updated', false)),
    mute(): void {
      bank.isMuted = true
    },
    spoil(operation: Operation, kind: FaultKind, times = 1, until?: Promise<void>): void {
      bank.faults.push({ operation, kind, times, until })
    },
    faultsLeft: () => bank.faults.reduce((sum, { times }) => sum + times, 0),
    deliveries: (paymentId: string) => deliveryLog(bank.pool, 1000, paymentId),
    offerPlans(plans: readonly FakePlan[]): void {
      bank.plans = plans
    },
    reset(): void {
      bank.isMuted = false
      bank.faults.length = 0
      bank.plans = usualPlans
    },
  }
}
