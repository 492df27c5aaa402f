// When an account waits: given its orders that were not paid, at a time.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '#backend/eventstore/definition/decider.ts'
import type { OrderEvent } from './order.events.ts'
import { byTransfer, cancelled, expired, paidBy, placed, refunded, rejectedBy } from './order.examples.ts'
import { type Order, order } from './order.ts'
import { pausedUntil } from './unpaid-holds.ts'

const holdMinutes = 15
const noon = Date.parse('2026-11-21T12:00:00.000Z')
const after = (minutes: number) => new Date(noon + minutes * 60_000)
const end = { note: '', at: '2026-11-21T12:01:00.000Z' }
const replaced: OrderEvent = { type: 'OrderCancelled', data: { orderId: 9, reason: 'replaced', ...end } }
const providerAway: OrderEvent = {
  type: 'OrderCancelled',
  data: { orderId: 9, reason: 'provider_unavailable', ...end },
}

/** An order of so many minutes after noon, and what became of it; without anything it is still placed. */
function orderAt(minutes: number, ...ends: OrderEvent[]): Order {
  const placedThen = { ...placed, data: { ...placed.data, holdUntil: after(minutes + holdMinutes).toISOString() } }
  return fold(order, [placedThen as OrderEvent, ...ends]) as Order
}

/** Minutes after noon until when the account waits, at so many minutes after noon; null: it need not. */
function waitsUntil(minutes: number, ...orders: Order[]): number | null {
  const until = pausedUntil(orders, {
    now: after(minutes),
    holdMinutes,
    maxUnpaidHolds: 3,
    remembered: 20,
    transfers: [],
  })
  return until && (until.getTime() - noon) / 60_000
}

describe('after three unpaid holds within an hour an account waits', () => {
  const three = (end: OrderEvent) => [0, 16, 32].map((minutes) => orderAt(minutes, end))

  test('until the first of them is an hour old, however they ended', () => {
    expect(waitsUntil(33, ...three(cancelled))).toBe(60)
    expect(waitsUntil(48, ...three(expired))).toBe(60)
    expect(waitsUntil(59.99, ...three(expired))).toBe(60)
    expect(waitsUntil(60, ...three(expired))).toBeNull()
  })

  test('though nobody has ended the last one, whose time is over', () =>
    expect(waitsUntil(47, orderAt(0, expired), orderAt(16, expired), orderAt(32))).toBe(60))

  test('and not after two', () => {
    expect(waitsUntil(33, ...three(expired).slice(1))).toBeNull()
    expect(waitsUntil(0)).toBeNull()
  })

  test('counted in every hour, not by the clock', () => {
    const orders = [0, 40, 50, 61].map((minutes) => orderAt(minutes, cancelled))
    expect(waitsUntil(62, ...orders)).toBe(100)
  })

  test('but for those that came to nothing as the provider failed', () => {
    const orders = [...three(expired).slice(1), orderAt(48, providerAway), orderAt(49, providerAway)]
    expect(waitsUntil(50, ...orders)).toBeNull()
    expect(waitsUntil(50, orderAt(0, expired), ...orders)).toBe(60)
  })

  test('but for those before one that was paid, though it came late and went back', () => {
    for (const paid of [
      orderAt(32, paidBy('1')),
      orderAt(32, expired, paidBy('1')),
      orderAt(32, expired, refunded('1', false)),
    ]) {
      expect(waitsUntil(50, orderAt(0, expired), orderAt(16, expired), paid)).toBeNull()
      expect(waitsUntil(50, orderAt(0, expired), orderAt(16, expired), paid, orderAt(40, expired))).toBeNull()
    }
  })
})

describe('a shopper who is still at the same purchase goes on with its hold', () => {
  test.for([
    ['replaced', replaced],
    ['rejected', rejectedBy('1')],
  ] as const)('after an order that was %s, as often as that happens', ([, end]) => {
    const tries = [0, 1, 2, 3, 4, 14].map((minutes) => orderAt(minutes, end))
    // They hold units for less than 30 minutes in all, which are two holds.
    expect(waitsUntil(14.9, ...tries)).toBeNull()
    expect(waitsUntil(14.9, orderAt(-20, expired), ...tries)).toBeNull()
    expect(waitsUntil(14.9, orderAt(-21, expired), orderAt(-20, cancelled), ...tries)).toBe(39)
  })

  test('which counts again for each further time that it takes', () => {
    const tries = [orderAt(0, replaced), orderAt(14, replaced), orderAt(28)]
    expect(waitsUntil(30, ...tries)).toBeNull()
    expect(waitsUntil(31, ...tries)).toBe(60)
    expect(waitsUntil(59, ...tries)).toBe(60)
    expect(waitsUntil(60, ...tries)).toBeNull()
  })

  test('and begins anew once it is over, or was taken back', () => {
    expect(waitsUntil(16, orderAt(0, replaced), orderAt(1, rejectedBy('1')))).toBeNull()
    expect(waitsUntil(3, orderAt(0, cancelled), orderAt(1, cancelled), orderAt(2, cancelled))).toBe(60)
  })

  test('not beyond twenty orders within an hour, as a cart remembers no more', () => {
    const orders = Array.from({ length: 20 }, (_, nth) => orderAt(nth / 10, replaced))
    expect(waitsUntil(3, ...orders.slice(1))).toBeNull()
    expect(waitsUntil(3, ...orders)).toBe(60)
    expect(waitsUntil(60, ...orders)).toBeNull()
  })
})

test('orders of a clock that was days ahead make nobody wait for days', () => {
  const ahead = [2000, 2016, 2032].map((minutes) => orderAt(minutes, expired))
  expect(waitsUntil(0, ...ahead)).toBeNull()
})

test('[T8 partial] whatever an account does that is never paid, it holds units for at most three quarters of the time', () => {
  const act = fc.record({
    wait: fc.integer({ min: 0, max: 16 }),
    end: fc.constantFrom(cancelled, rejectedBy('1'), null),
  })
  fc.assert(
    fc.property(fc.array(act, { minLength: 20, maxLength: 120 }), (acts) => {
      const orders: { at: number; end: OrderEvent | null; to: number }[] = []
      let now = 0
      for (const { wait, end } of acts) {
        now += wait
        const unpaid = orders.slice(-20).map((one) => orderAt(one.at, ...(one.end ? [one.end] : [])))
        const last = orders.at(-1)
        const isOpen = last?.end === null && now < last.to
        if (end && isOpen) Object.assign(last, { end, to: now })
        if (waitsUntil(now, ...unpaid) !== null) continue
        if (isOpen && !end) Object.assign(last, { end: replaced, to: now })
        else if (last?.end === null) last.end = expired
        orders.push({ at: now, end: null, to: now + holdMinutes })
      }
      const held = orders.reduce((sum, { at, to }) => sum + to - at, 0)
      expect(held).toBeLessThanOrEqual(0.75 * now + 60)
    }),
    { numRuns: 300 },
  )
})

describe('an order by transfer', () => {
  const dayMinutes = 24 * 60
  const transferAt = (minutes: number, ...ends: OrderEvent[]): Order => {
    const terms = byTransfer.data as typeof placed.data
    const data = { ...terms, holdUntil: after(minutes + 3 * dayMinutes).toISOString() }
    return fold(order, [{ ...byTransfer, data } as OrderEvent, ...ends]) as Order
  }
  const waits = (minutes: number, transfers: Order[], ...orders: Order[]) => {
    const terms = { now: new Date(noon + minutes * 60_000), holdMinutes, maxUnpaidHolds: 3, remembered: 20, transfers }
    const until = pausedUntil(orders, terms)
    return until && (until.getTime() - noon) / 60_000
  }

  test('with a hold of three days counts for six, ended or not', () => {
    for (const ends of [[], [expired]]) {
      const three = [0, 1, 2].map((minutes) => transferAt(minutes, ...ends))
      for (const minutes of [3, 61, 3 * dayMinutes, 6 * dayMinutes - 1])
        expect(waits(minutes, three)).toBe(6 * dayMinutes)
      expect(waits(6 * dayMinutes, three)).toBeNull()
    }
  })

  test('that was cancelled counts for as long again as it was held', () => {
    const at = '2026-11-23T12:00:00.000Z'
    const three = [0, 1, 2].map((minutes) =>
      transferAt(minutes, { ...cancelled, data: { ...end, orderId: 9, reason: 'by_user', at } } as OrderEvent),
    )
    expect(waits(2 * dayMinutes + 1, three)).toBe(4 * dayMinutes - 2)
    expect(waits(4 * dayMinutes, three)).toBeNull()
  })

  test('counts once, so that another purchase is possible', () => {
    const two = [transferAt(0), transferAt(1)]
    expect(waits(5, two)).toBeNull()
    expect(waits(5, two, orderAt(4, cancelled))).toBe(64)
    expect(waits(70, two, orderAt(4, cancelled))).toBeNull()
  })

  test('that is paid or went back does not count, and one that was cancelled counts for an hour', () => {
    const ended = (...ends: OrderEvent[]) => [0, 1, 2].map((minutes) => transferAt(minutes, ...ends))
    expect(waits(5, ended(paidBy('T-1')))).toBeNull()
    expect(waits(5, ended(paidBy('T-1'), refunded('T-1', true)))).toBeNull()
    expect(waits(5, ended(cancelled))).toBe(60)
    expect(waits(62, ended(cancelled))).toBeNull()
  })
})
