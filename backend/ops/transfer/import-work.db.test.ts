// Which work goes on after an import, and which is past.

import { expect } from 'vitest'
import { shippingAdded } from '#backend/domain/order/order.examples.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { EventIn } from '#backend/eventstore/definition/log-definition.ts'
import type { NewWrite } from '#backend/eventstore/log/event-store.ts'
import type { StreamOf } from '#backend/eventstore/log/stream-id.ts'
import { openOwnerPool } from '#backend/ops/testing/ops-fixture.ts'
import { test as coreTest } from '#backend/testing/core-fixture.ts'
import { resumeWork } from './import-work.ts'

type ShopEvent = EventIn<ShopLog>

const test = coreTest.extend('pool', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) =>
  openOwnerPool(databaseUrl, onCleanup),
)

const placed = (orderId: number): ShopEvent => {
  const line = {
    productId: 3,
    name: 'Teclado',
    imageUrl: '/t.webp',
    priceCents: 100,
    netCents: 83,
    productVersion: 1,
    discountCents: 0,
    ...{ guaranteeMonths: null, guaranteeBy: null },
    quantity: 1,
  }
  const holdUntil = '2026-01-01T00:00:00.000Z'
  const data = {
    orderId,
    userId: 7,
    reference: `${orderId}-x`,
    lines: [line],
    totalCents: 100,
    currency: 'ARS',
    sellerRevision: 0,
    holdUntil,
    transfer: null,
  }
  return { type: 'OrderPlaced', data }
}
const shipping = (orderId: number): ShopEvent =>
  ({ ...shippingAdded, data: { ...shippingAdded.data, orderId } }) as ShopEvent
const payment = (orderId: number, paymentId: string) => ({ orderId, paymentId, amountCents: 100, currency: 'ARS' })
const asked = { refund: 0, note: '', lines: [], restocked: false }
const refund = (orderId: number, paymentId: string): ShopEvent => ({
  type: 'RefundRequested',
  data: { ...asked, ...payment(orderId, paymentId), reason: 'duplicate' },
})
const refunded = (orderId: number, paymentId: string): ShopEvent => ({
  type: 'PaymentRefunded',
  data: { orderId, paymentId, refund: 0, amountCents: 100 },
})
const asideRefund = (paymentId: string): ShopEvent => ({
  type: 'RefundRequested',
  data: { ...asked, ...payment(3, paymentId), reason: 'set_aside' },
})
const whole = (paymentId: string) => ({ orderId: 3, paymentId, refund: 0, amountCents: 100 })
const refusedWhole = (paymentId: string): ShopEvent => ({
  type: 'RefundRefused',
  data: { ...whole(paymentId), detail: 'no' },
})
const retriedWhole = (paymentId: string): ShopEvent => ({ type: 'RefundRetried', data: whole(paymentId) })
const part = (refund: number) => ({ orderId: 4, paymentId: '41', amountCents: 10, refund })
const partAsked = (refund: number): ShopEvent => ({
  type: 'RefundRequested',
  data: { ...asked, ...part(refund), currency: 'ARS', reason: 'part' },
})
const partDone = (refund: number): ShopEvent => ({ type: 'PaymentRefunded', data: part(refund) })
const partEnd = (how: 'Refused' | 'Unanswered' | 'Dismissed', refund: number): ShopEvent =>
  how === 'Dismissed'
    ? { type: 'RefundDismissed', data: { ...part(refund), note: 'Por banco.' } }
    : { type: `Refund${how}`, data: { ...part(refund), detail: 'no' } }
type OfNone = 'UnmatchedPaymentFound' | 'RefundRequested' | 'PaymentRefunded'
const ofNone = (type: OfNone, paymentId: string): ShopEvent => {
  const data = { orderId: null, paymentId, amountCents: 100 }
  if (type === 'PaymentRefunded') return { type, data: { ...data, refund: 0 } }
  const money = { ...data, currency: 'ARS' }
  return type === 'UnmatchedPaymentFound'
    ? { type, data: { ...money, reference: '' } }
    : { type, data: { ...asked, ...money, reason: 'set_aside' } }
}
const notice = (paymentId: string): ShopEvent => ({ type: 'PaymentNotified', data: { paymentId } })

const history: [StreamOf<ShopLog>, ShopEvent[]][] = [
  ['order-1', [placed(1)]],
  ['order-2', [placed(2), { type: 'OrderExpired', data: { orderId: 2 } }]],
  ['payment-1', [refund(1, '11'), refunded(1, '11'), refund(1, '12')]],
  ['payment-2', [{ type: 'PaymentApproved', data: payment(2, '21') }]],
  ['payment-3', [asideRefund('31'), refusedWhole('31'), asideRefund('32'), retriedWhole('32')]],
  ['payment-4', [...[1, 2, 3, 4].map(partAsked), partEnd('Refused', 1), partDone(2), partEnd('Unanswered', 4)]],
  ['payment-5', [partAsked(1), partEnd('Refused', 1), partEnd('Dismissed', 1)]],
  ['payment-0:61', [ofNone('UnmatchedPaymentFound', '61'), ofNone('RefundRequested', '61')]],
  ['payment-0:62', [ofNone('RefundRequested', '62'), ofNone('PaymentRefunded', '62')]],
  ['notification-a', [notice('21')]],
  ['notification-b', [notice('22')]],
  ['order-6', [placed(6), shipping(6)]],
  ['order-7', [placed(7), shipping(7), { type: 'OrderExpired', data: { orderId: 7 } }]],
  ['user-7', [{ type: 'UserErased', data: { userId: 7 } }]],
]

test('what was under way gets its job under its own id, what is done gets none', async ({ core, pool }) => {
  const writesOf = (stream: StreamOf<ShopLog>, events: ShopEvent[]) => [
    { stream, expected: 0, events } as NewWrite<ShopLog>,
  ]
  const meta = { actor: 'operator', cause: 'Test', correlation: 'before' } as const
  for (const [stream, events] of history)
    await core.store.append({ commandId: newCommandId(), meta, writes: writesOf(stream, events) })
  const head = await core.store.head()
  const jobsAfter = async (commits: boolean) => {
    const client = await pool.connect()
    await client.query('begin')
    expect(await resumeWork(core, client, head)).toBe(9)
    await client.query(commits ? 'commit' : 'rollback')
    client.release()
    return (
      await pool.query(
        "select id, name, data from job.job where name not like '\\_\\_pgboss%' order by name, (data->'origin'->>'causation')::int",
      )
    ).rows
  }
  expect(await jobsAfter(false)).toEqual([])
  const jobs = await jobsAfter(true)
  expect(jobs).toMatchObject([
    { name: 'expire-order', data: { orderId: 1, origin: { correlation: 'before', causation: 1 } } },
    { name: 'expire-order', data: { orderId: 6 } },
    { name: 'forget-person', data: { userId: 7 } },
    { name: 'learn-payment', data: { paymentId: '22' } },
    { name: 'refund-payment', data: { orderId: 1, paymentId: '12', refund: 0, origin: { causation: 6 } } },
    { name: 'refund-payment', data: { orderId: 3, paymentId: '32', refund: 0 } },
    { name: 'refund-payment', data: { orderId: 4, paymentId: '41', refund: 3 } },
    { name: 'refund-payment', data: { orderId: 4, paymentId: '41', refund: 4 } },
    { name: 'refund-payment', data: { orderId: null, paymentId: '61', refund: 0 } },
  ])
  const { rows } = await pool.query("select kind, pos from es.subscriptions where name = 'jobs'")
  expect(rows).toEqual([{ kind: 'reactor', pos: head }])
  expect(await jobsAfter(true)).toEqual(jobs)
})
