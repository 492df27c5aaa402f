// Functions that control a running fake wallet, for tests of the shop.

import type { DeliveryRow, DeliveryRules } from './notifications.ts'
import type { FaultKind, Operation } from './ordered-faults.ts'
import type { Outcome } from './payments.ts'

/** Payment facts to falsify, under the provider's names. Amounts are decimals. */
export interface FalseFacts {
  readonly transaction_amount?: number
  readonly currency_id?: string
  readonly collector_id?: number
  readonly live_mode?: boolean
  readonly external_reference?: string
}

export interface FakeWalletControl {
  /** Presses a button of the checkout page; returns the shop's return address for the buyer. */
  choose(preferenceId: string, outcome: 'approved' | 'rejected' | 'pending'): Promise<string>
  /** Creates a payment that ignores the checkout's rules: a second one, an expired one, or one with false facts. */
  makePayment(preferenceId: string, outcome: Outcome, facts?: FalseFacts): Promise<string>
  settle(paymentId: string, outcome: Outcome, statusDetail?: string): Promise<void>
  falsify(paymentId: string, facts: FalseFacts): Promise<void>
  notify(paymentId: string, rules?: Partial<DeliveryRules>): Promise<void>
  /** Rules for all later notifications; omitted ones are off. */
  setDeliveryRules(rules: Partial<DeliveryRules>): Promise<void>
  /** Spoils the next `times` answers of an operation. */
  spoil(operation: Operation, kind: FaultKind, times?: number): Promise<void>
  deliveries(paymentId: string): Promise<Omit<DeliveryRow, 'created_at'>[]>
  reset(): Promise<void>
}

async function pressButton(url: string, preferenceId: string, outcome: string): Promise<string> {
  const body = new URLSearchParams({ pref_id: preferenceId, outcome })
  const headers = { origin: new URL(url).origin }
  const answer = await fetch(`${url}/checkout/pay`, { method: 'POST', body, headers, redirect: 'manual' })
  const target = answer.headers.get('location')
  if (answer.status !== 303 || !target)
    throw new Error(`the checkout answered ${answer.status}: ${await answer.text()}`)
  return target
}

export function fakeWalletControl(url: string, accessToken: string): FakeWalletControl {
  async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/_control${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`the fake wallet answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    choose: (preferenceId, outcome) => pressButton(url, preferenceId, outcome),
    async makePayment(preference_id, outcome, facts) {
      return String((await send<{ id: string | number }>('POST', '/payments', { preference_id, outcome, facts })).id)
    },
    async settle(paymentId, outcome, status_detail) {
      await send('POST', `/payments/${paymentId}/settle`, { outcome, status_detail })
    },
    async falsify(paymentId, facts) {
      await send('POST', `/payments/${paymentId}/falsify`, facts)
    },
    async notify(paymentId, rules = {}) {
      await send('POST', `/payments/${paymentId}/notify`, rules)
    },
    async setDeliveryRules(rules) {
      await send('PUT', '/delivery-rules', rules)
    },
    async spoil(operation, kind, times = 1) {
      await send('POST', '/faults', { operation, kind, times })
    },
    deliveries: (paymentId) => send('GET', `/deliveries?payment_id=${paymentId}`),
    async reset() {
      await send('POST', '/reset')
    },
  }
}
