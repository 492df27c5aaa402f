// Admins, jobs and the provider's answers at once, by two processes on one order. An oracle that knows only how much was paid replays the log,
// and the provider's own books are compared with it.
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { EventIn } from '#backend/eventstore/definition/log-definition.ts'
import type { NewWrite } from '#backend/eventstore/log/event-store.ts'
import {
  type PaymentWallet,
  PaymentWalletError,
  type RefundRequest,
} from '#backend/gateways/payment-wallet/payment-wallet.ts'
import { approved, paid, placed } from '#backend/readmodels/testing/order-facts.ts'
import { type Core, purchaseServices } from '#backend/shop.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { test as coreTest, openTestCore } from '#backend/testing/core-fixture.ts'
import { requestRefund } from './refund-order.ts'
import { decideRefund, refundPayment } from './refund-payment.ts'

const test = coreTest.extend('other', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const other = await openTestCore(databaseUrl)
  onCleanup(() => other.close())
  return other
})
const context: ShopContext = { actor: 'operator', correlation: 'test' }
const paidCents = 2100

/** A provider that refuses every third key for good, loses some of its answers and pays each other key once, however much was paid already. */
class GenerousProvider {
  readonly paidOut = new Map<string, number>()
  readonly #next: () => number

  constructor(next: () => number) {
    this.#next = next
  }

  get cents(): number {
    return [...this.paidOut.values()].reduce((sum, cents) => sum + cents, 0)
  }

  async refund({ idempotencyKey: key, amountCents = 0 }: RefundRequest): Promise<void> {
    await this.#thinks()
    if (Buffer.from(key).reduce((sum, byte) => sum + byte, 0) % 3 === 0)
      throw new PaymentWalletError('rejected_request', 'no')
    if (this.#next() < 0.2) throw new PaymentWalletError('unavailable', 'not made')
    this.paidOut.set(key, amountCents)
    await this.#thinks()
    if (this.#next() < 0.2) throw new PaymentWalletError('unavailable', 'made, and its answer lost')
  }

  /** Answers arrive in another order than they were asked for. */
  #thinks(): Promise<void> {
    return setTimeout(this.#next() * 25)
  }
}

function servicesOf(core: Core, orderId: number, provider: GenerousProvider): PurchaseServices {
  const payment = {
    ...{ paymentId: `p-${orderId}`, statusDetail: 'accredited', reference: `${orderId}-abc` },
    ...{ amountCents: paidCents, currency: 'ARS', sellerId: '1', liveMode: false, updatedAt: '2026-11-24T12:00:00Z' },
  }
  const wallet: Partial<PaymentWallet> = {
    refund: (request) => provider.refund(request),
    getPayment: async () => ({
      ...payment,
      status: provider.cents < paidCents ? ('approved' as const) : ('refunded' as const),
      refundedCents: provider.cents,
    }),
  }
  const newcomers = { maxUnits: 9, maxProducts: 9, addressUnits: 9, stockPercent: 100 }
  const terms = { currency: 'ARS', holdMinutes: 15, maxUnits: 9, newcomers, publicUrl: 'http://127.0.0.1' }
  return purchaseServices(core, terms, { wallet: wallet as PaymentWallet, seller: { sellerId: '1', liveMode: false } })
}

async function paidOrder({ store }: Core, orderId: number): Promise<void> {
  const facts: [string, EventIn<ShopLog>[]][] = [
    [`order-${orderId}`, [placed(orderId, 7), paid(orderId, 7, 3)]],
    [`payment-${orderId}`, [approved(orderId, paidCents)]],
  ]
  const writes = facts.map(([stream, events]) => ({ stream, expected: 0, events }) as NewWrite<ShopLog>)
  const meta = { actor: 'operator', cause: 'Test', correlation: 'test' } as const
  await store.append({ commandId: newCommandId(), meta, writes })
}

type Ledger = { left: number; refunds: Map<number, { cents: number; state: string }>; back: number }

/** Replays an order's refunds one after the other; left: what its buyer may still be given. */
async function replay({ store }: Core, orderId: number): Promise<Ledger> {
  const stream = `payment-${orderId}` as const
  const ledger: Ledger = { left: paidCents, refunds: new Map(), back: 0 }
  for (const { type, data } of (await store.readStreams([stream])).get(stream) ?? []) {
    if (!('refund' in data)) continue
    const { refund, amountCents: cents } = data
    const before = ledger.refunds.get(refund)?.state
    expect({ refund, type, isNew: before === undefined }).toEqual({
      refund: before === undefined ? ledger.refunds.size + 1 : refund,
      type: before === undefined ? 'RefundRequested' : type,
      isNew: type === 'RefundRequested',
    })
    const asks = type === 'RefundRequested' || (type === 'RefundRetried' && before === 'RefundRefused')
    if (asks) expect(cents, `${type} of refund ${refund}`).toBeLessThanOrEqual(ledger.left)
    if (asks || type === 'RefundDismissed') ledger.left -= cents
    if (type === 'RefundRefused') ledger.left += cents
    if (type === 'PaymentRefunded') ledger.back += cents
    if (type === 'PaymentRefunded') expect(before).not.toMatch(/Refused|Dismissed|PaymentRefunded/)
    ledger.refunds.set(refund, { cents, state: type })
  }
  return ledger
}

/** Numbers in [0, 1) that a seed repeats. */
function numbersFrom(seed: number): () => number {
  let state = seed * 7919
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Acts on one order's refunds, and how often each was answered how. */
class Race {
  readonly answers = new Map<string, number>()
  readonly #orderId: number
  readonly #processes: readonly PurchaseServices[]
  readonly #next: () => number

  constructor(orderId: number, processes: readonly PurchaseServices[], next: () => number) {
    this.#orderId = orderId
    this.#processes = processes
    this.#next = next
  }

  act(): Promise<void> {
    const orderId = this.#orderId
    const below = (most: number) => Math.floor(this.#next() * most)
    const services = this.#processes[below(2)] as PurchaseServices
    const refund = 1 + below(5)
    const turn = this.#next()
    if (turn < 0.35)
      return this.#note('request', requestRefund(services, context, orderId, { amountCents: 1 + below(900) }))
    if (turn < 0.7) return this.work(refund)
    if (turn < 0.95)
      return this.#note('retry', decideRefund(services, context, { orderId, refund }, { type: 'RetryRefund' }))
    return this.#note(
      'dismiss',
      decideRefund(services, context, { orderId, refund }, { type: 'DismissRefund', note: 'Por banco.' }),
    )
  }

  work(refund: number): Promise<void> {
    const services = this.#processes[refund % 2] as PurchaseServices
    const part = { orderId: this.#orderId, paymentId: `p-${this.#orderId}`, refund }
    return this.#note('job', refundPayment(services, context, part))
  }

  async #note(what: string, done: Promise<unknown>): Promise<void> {
    const answer = await done.then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof Rejection) return error.code
        if (error instanceof PaymentWalletError) return error.kind
        throw error
      },
    )
    this.answers.set(`${what}: ${answer}`, (this.answers.get(`${what}: ${answer}`) ?? 0) + 1)
  }
}

/** Works on what is on its way until the provider has answered all of it. */
async function settled(race: Race, core: Core, orderId: number): Promise<Ledger> {
  const isOnItsWay = ({ state }: { state: string }) => /Requested|Retried|Unanswered/.test(state)
  let ledger = await replay(core, orderId)
  while ([...ledger.refunds.values()].some(isOnItsWay)) {
    for (const refund of ledger.refunds.keys()) await race.work(refund)
    ledger = await replay(core, orderId)
  }
  return ledger
}

test.for([1, 2, 3, 4, 5])(
  'refunds at once never promise or pay more than was paid, and what is left can be had (%i)',
  { timeout: 60_000 },
  async (orderId, { core, other }) => {
    await paidOrder(core, orderId)
    const next = numbersFrom(orderId)
    const provider = new GenerousProvider(next)
    const processes = [core, other].map((one) => servicesOf(one, orderId, provider))
    const race = new Race(orderId, processes, next)
    const actor = async () => {
      for (let acts = 0; acts < 10; acts++) await race.act()
    }
    await Promise.all(Array.from({ length: 10 }, actor))
    const { refunds } = await replay(core, orderId)
    expect(race.answers.get('request: done')).toBe(refunds.size)
    expect(refunds.size).toBeGreaterThan(1)

    const { left, back } = await settled(race, core, orderId)
    expect(back).toBe(provider.cents)
    expect(back).toBeLessThanOrEqual(paidCents)
    const open = Math.max(0, left)
    const ask = (amountCents: number) =>
      requestRefund(processes[1] as PurchaseServices, context, orderId, { amountCents })
    if (back === paidCents) return expect(ask(1)).rejects.toMatchObject({ code: 'order_not_open' })
    const tooMuch = { code: 'refund_too_large', details: { left: open / 100 } }
    await expect(ask(open + 1)).rejects.toMatchObject(tooMuch)
    if (open > 0) await ask(open)
  },
)
