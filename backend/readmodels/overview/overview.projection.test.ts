import { describe, expect, test } from 'vitest'
import { given } from '#backend/eventstore/testing/projection-spec.ts'
import { banned, moved, posted } from '#backend/readmodels/testing/facts.ts'
import {
  allRefunded,
  approved,
  asideAccepted,
  asideDismissed,
  asideRefund,
  partRefunded,
  placed,
  refundDismissed,
  setAside,
  unmatchedBack,
  unmatchedDismissed,
  unmatchedFailed,
  unmatchedFound,
  unmatchedRefund,
} from '#backend/readmodels/testing/order-facts.ts'
import { dailyFiguresProjection as figures } from './daily-figures.projection.ts'
import { type AsideState, paymentsAsideProjection as aside } from './payments-aside.projection.ts'
import { productSalesProjection as sales } from './product-sales.projection.ts'
import { lastDays, shopDay } from './shop-day.ts'

/** Of the events of a spec. */
const day = '2026-11-21'

test('a day of the shop begins at midnight in Buenos Aires', () => {
  expect(shopDay(new Date('2026-11-22T02:59:59.999Z'))).toBe('2026-11-21')
  expect(shopDay(new Date('2026-11-22T03:00:00.000Z'))).toBe('2026-11-22')
  expect(lastDays(new Date('2026-03-02T01:00:00Z'), 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
})

describe('the figures of a day', () => {
  const row = { day, placed: 0, paid: 0, paid_cents: 0, refunded_cents: 0, units: 0, reviews: 0, bans: 0 }

  test('count orders placed and paid, money in and out, units, reviews and suspensions', () => {
    given(figures, placed(9, 7), placed(10, 7), approved(9, 2100), moved('StockConsumed', 3, 2)).expectRows({
      ...row,
      placed: 2,
      paid: 1,
      paid_cents: 2100,
      units: 2,
    })
    given(figures, partRefunded(9, 1, 1050), allRefunded(9, 950), posted(3, 7, 5), banned(8)).expectRows({
      ...row,
      refunded_cents: 2000,
      reviews: 1,
      bans: 1,
    })
  })
})

describe('the sales of a product', () => {
  test('are the units sold without those that came back, and a day without any has no row', () => {
    given(sales, moved('StockConsumed', 3, 4), moved('StockConsumed', 4, 1), moved('StockReturned', 3, 1)).expectRows(
      { day, product_id: 3, units: 3 },
      { day, product_id: 4, units: 1 },
    )
    given(sales, moved('StockConsumed', 3, 2), moved('StockReturned', 3, 2)).expectRows()
  })
})

describe('a payment that was put aside', () => {
  const row = (payment_id: string, order_id: number, second: number, state: AsideState = 'open') => {
    const money = { amount_cents: 0, currency: '', reference: '' }
    return { payment_id, order_id, at: `2026-11-21T12:00:0${second}.000Z`, differences: [], ...money, state }
  }

  test('keeps the order that it names', () => {
    given(aside, setAside('p-1', 9), setAside('p-2', 10)).expectRows(row('p-1', 9, 1), row('p-2', 10, 2))
  })

  test('is accepted, dismissed, or on its way back until it is back; other payments that go back are none', () => {
    given(aside, setAside('p-1', 1), asideAccepted(1, 5), allRefunded(1, 5)).expectRows(row('p-1', 1, 1, 'accepted'))
    given(aside, setAside('p-1', 1), asideDismissed(1)).expectRows(row('p-1', 1, 1, 'dismissed'))
    given(aside, setAside('p-1', 1), asideRefund(1, 5)).expectRows(row('p-1', 1, 1, 'refunding'))
    given(aside, setAside('p-1', 1), asideRefund(1, 5), allRefunded(1, 5)).expectRows(row('p-1', 1, 1, 'refunded'))
    given(aside, setAside('p-1', 1), asideRefund(1, 5), refundDismissed(1)).expectRows(row('p-1', 1, 1, 'dismissed'))
    given(aside, allRefunded(1, 5)).expectRows()
  })
})

describe('a payment of no order', () => {
  const row = (payment_id: string, second: number, state: AsideState = 'open') => ({
    payment_id,
    order_id: 0,
    differences: [],
    at: `2026-11-21T12:00:0${second}.000Z`,
    amount_cents: 1050,
    currency: 'ARS',
    reference: 'mostrador-7',
    state,
  })
  const found = unmatchedFound('1')
  const [asked, refused] = [unmatchedRefund('1'), unmatchedFailed('RefundRefused', '1')]

  test('is left to deal with until it is back or settled otherwise', () => {
    given(aside, found, unmatchedFound('2')).expectRows(row('1', 1), row('2', 2))
    given(aside, found, asked).expectRows(row('1', 1, 'refunding'))
    given(aside, found, asked, refused).expectRows(row('1', 1, 'refused'))
    const silent = unmatchedFailed('RefundUnanswered', '1')
    given(aside, found, asked, silent).expectRows(row('1', 1, 'unanswered'))
    const again = unmatchedBack('RefundRetried', '1')
    given(aside, found, asked, refused, again).expectRows(row('1', 1, 'refunding'))
    given(aside, found, asked, unmatchedBack('PaymentRefunded', '1')).expectRows(row('1', 1, 'refunded'))
    given(aside, found, unmatchedDismissed('1')).expectRows(row('1', 1, 'dismissed'))
  })
})
