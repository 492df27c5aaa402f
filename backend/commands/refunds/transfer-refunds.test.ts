// Orders with a discount for transfers go back in random parts, against an oracle that knows what a unit cost.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blankAddress } from '#backend/domain/address.limits.ts'
import { quote } from '#backend/domain/order/quote.ts'
import { type PaymentCommand, type PaymentState, payment } from '#backend/domain/payment/payment.ts'
import type { RequestPart } from '#backend/domain/payment/refund-parts.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { unitsBought } from './refund-order.ts'

type Bought = {
  lines: readonly { priceCents: number; quantity: number }[]
  percent: number
  /** null: picked up. */
  shippingCents: number | null
}
/** An amount of the ninths of the order, or units of a line. */
type Part = { ninths: number } | { line: number; units: number }

const line = fc.record({ priceCents: fc.integer({ min: 1, max: 9_999_999 }), quantity: fc.integer({ min: 1, max: 5 }) })
const orders: fc.Arbitrary<Bought> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  percent: fc.integer({ min: 0, max: 50 }),
  shippingCents: fc.option(fc.integer({ min: 0, max: 99_999 })),
})
const someUnits = fc.record({ line: fc.nat(4), units: fc.integer({ min: 1, max: 6 }) })
const parts: fc.Arbitrary<Part[]> = fc.oneof(
  fc.array(someUnits, { maxLength: 10 }),
  fc.array(fc.oneof(someUnits, fc.record({ ninths: fc.integer({ min: 1, max: 9 }) })), { maxLength: 10 }),
)
const of = { orderId: 9, paymentId: 'T-123', currency: 'ARS' }
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Knows what each unit cost, by another formula than the shop's, and what is left. */
class Oracle {
  readonly unitCents: readonly number[]
  readonly unitsLeft: number[]
  readonly paidCents: number
  readonly #shippingCents: number
  leftCents: number

  constructor({ lines, percent, shippingCents }: Bought) {
    this.unitCents = lines.map(({ priceCents }) => Math.trunc((priceCents * (100 - percent) + 99) / 100))
    this.unitsLeft = lines.map(({ quantity }) => quantity)
    this.#shippingCents = shippingCents ?? 0
    this.paidCents = sum(this.unitCents.map((cents, nth) => cents * (lines[nth]?.quantity ?? 0))) + this.#shippingCents
    this.leftCents = this.paidCents
  }

  /** The amount that a part brings back, null if it can't be had. */
  take(part: Part): number | null {
    const { line: nth, units } = 'line' in part ? part : { line: 0, units: 0 }
    const left = this.unitsLeft.with(nth, (this.unitsLeft[nth] ?? 0) - units)
    const asked = 'line' in part ? units * (this.unitCents[nth] ?? 0) : this.amountOf(part.ninths)
    const isLast = 'line' in part && sum(left) === 0
    const cents = asked + (isLast ? Math.min(this.#shippingCents, Math.max(0, this.leftCents - asked)) : 0)
    if (left.some((many) => many < 0) || cents > this.leftCents) return null
    this.unitsLeft.splice(0, left.length, ...left)
    this.leftCents -= cents
    return cents
  }

  amountOf(ninths: number): number {
    return Math.ceil((this.paidCents * ninths) / 9)
  }
}

/** The lines as 'Pagar' prices them, which refuses a total that differs from the page's. */
function pricedLines({ lines, percent, shippingCents }: Bought, totalCents: number) {
  const sold = { name: 'Teclado', imageUrl: '/img/t.webp', version: 1, isActive: true, available: 5 }
  const product = { ...sold, vatRate: 2100, internalTaxRate: 0, guaranteeMonths: null, guaranteeBy: null }
  return quote({
    lines: lines.map(({ quantity }, productId) => ({ productId, quantity })),
    products: new Map(lines.map(({ priceCents }, productId) => [productId, { ...product, priceCents }])),
    ...{ lastOrder: null, invoice: null, discountPercent: percent, maxUnits: 5, now: new Date(), echo: { totalCents } },
    wanted: shippingCents === null ? null : { address: blankAddress, priceCents: shippingCents, days: 3 },
    offerFor: () => ({ priceCents: shippingCents ?? 0, days: 3 }),
  }).lines
}

/** The payment of an order, as far as it went back. */
class Payment {
  #state: PaymentState

  constructor(amountCents: number) {
    this.#state = payment.evolve(payment.initial, { type: 'PaymentApproved', data: { ...of, amountCents } })
  }

  get known() {
    return this.#state.payments[of.paymentId]
  }

  /** The amount that it brings back, null if the shop refuses. */
  do(command: PaymentCommand): number | null {
    try {
      const events = payment.decide(this.#state, command)
      this.#state = events.reduce(payment.evolve, this.#state)
      return sum(events.map(({ data }) => ('amountCents' in data ? data.amountCents : 0)))
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      return null
    }
  }
}

test('the parts of 10,000 orders by transfer, in any order, bring each unit’s price and all that was paid back, and not a cent more', {
  timeout: 120_000,
}, () => {
  const property = fc.property(orders, parts, (bought, wanted) => {
    const oracle = new Oracle(bought)
    const lines = pricedLines(bought, oracle.paidCents)
    const rest = { ...of, bought: unitsBought(lines), shippingCents: bought.shippingCents ?? 0 }
    const paid = new Payment(oracle.paidCents)
    const giveBack = (asked: RequestPart['asked']) => paid.do({ type: 'RequestPartialRefund', ...rest, asked })
    const all = bought.lines.flatMap(({ quantity }, nth) => Array<Part>(quantity).fill({ line: nth, units: 1 }))
    const tried = [...wanted, ...all].filter((part) => !('line' in part) || part.line < bought.lines.length)
    const told = tried.map((part) =>
      giveBack(
        'line' in part
          ? { lines: [{ productId: part.line, quantity: part.units }], restock: false }
          : { amountCents: oracle.amountOf(part.ninths) },
      ),
    )
    expect(told).toEqual(tried.map((part) => oracle.take(part)))
    const left = oracle.leftCents
    const ends = [left, giveBack({ amountCents: left + 1 }), left > 0 && giveBack({ amountCents: left })]
    const hasAmounts = tried.some((part) => 'ninths' in part)
    expect(ends).toEqual([hasAmounts ? left : 0, null, left > 0 && left])
    expect(sum(told.map((cents) => cents ?? 0)) + left).toBe(oracle.paidCents)
    for (const { refund } of paid.known?.refunds ?? []) paid.do({ type: 'RecordRefund', ...of, refund })
    expect(paid.known?.status).toBe('refunded')
  })
  fc.assert(property, { numRuns: 10_000 })
})
