// Which work goes on after an import, and which is past.
import { expect } from 'vitest'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import { test as storeTest } from '#backend/eventstore/testing/store-fixture.ts'
import { openOwnerPool } from '#backend/ops/testing/ops-fixture.ts'
import { resumeWork } from './import-work.ts'

const test = storeTest.extend('pool', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) =>
  openOwnerPool(databaseUrl, onCleanup),
)

const placed = (orderId: number): AnyEvent => {
  const line = { productId: 3, name: 'Teclado', imageUrl: '/t.webp', priceCents: 100, quantity: 1 }
  const holdUntil = '2026-01-01T00:00:00.000Z'
  const data = {
    orderId,
    userId: 7,
    reference: `${orderId}-x`,
    lines: [line],
    totalCents: 100,
    currency: 'ARS',
    holdUntil,
  }
  return { type: 'OrderPlaced', data }
}
const payment = (orderId: number, paymentId: string) => ({ orderId, paymentId, amountCents: 100, currency: 'ARS' })
const refund = (orderId: number, paymentId: string): AnyEvent => ({
  type: 'RefundRequested',
  data: { ...payment(orderId, paymentId), reason: 'duplicate' },
})
const refunded = (orderId: number, paymentId: string): AnyEvent => ({
  type: 'PaymentRefunded',
  data: { orderId, paymentId, amountCents: 100 },
})
const notice = (paymentId: string): AnyEvent => ({ type: 'PaymentNotified', data: { paymentId } })

test('what was under way gets its job under its own id, what is done gets none', async ({ core, pool }) => {
  const history: [StreamName, AnyEvent[]][] = [
    ['order-1', [placed(1)]],
    ['order-2', [placed(2), { type: 'OrderExpired', data: { orderId: 2 } }]],
    ['payment-1', [refund(1, '11'), refunded(1, '11'), refund(1, '12')]],
    ['payment-2', [{ type: 'PaymentApproved', data: payment(2, '21') }]],
    ['notification-a', [notice('21')]],
    ['notification-b', [notice('22')]],
    ['user-7', [{ type: 'UserErased', data: { userId: 7 } }]],
  ]
  const meta = { actor: 'operator', cause: 'Test', correlation: 'before' } as const
  for (const [stream, events] of history)
    await core.store.append({ commandId: newCommandId(), meta, writes: [{ stream, expected: 0, events }] })
  const head = await core.store.head()
  const jobsAfter = async (commits: boolean) => {
    const client = await pool.connect()
    await client.query('begin')
    expect(await resumeWork(core, client, head)).toBe(4)
    await client.query(commits ? 'commit' : 'rollback')
    client.release()
    return (await pool.query('select id, name, data from job.job order by name')).rows
  }
  expect(await jobsAfter(false)).toEqual([])
  const jobs = await jobsAfter(true)
  expect(jobs).toMatchObject([
    { name: 'expire-order', data: { orderId: 1, origin: { correlation: 'before', causation: 1 } } },
    { name: 'forget-person', data: { userId: 7 } },
    { name: 'learn-payment', data: { paymentId: '22' } },
    { name: 'refund-payment', data: { orderId: 1, paymentId: '12', origin: { causation: 6 } } },
  ])
  const { rows } = await pool.query("select kind, pos from es.subscriptions where name = 'jobs'")
  expect(rows).toEqual([{ kind: 'reactor', pos: head }])
  expect(await jobsAfter(true)).toEqual(jobs)
})
