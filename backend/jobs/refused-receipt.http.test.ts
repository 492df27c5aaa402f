// A receipt that the mail server refuses, quoting the address: neither the queue nor the log keeps it.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, vi } from 'vitest'
import { settlePayment } from '#backend/commands/settle-payment.ts'
import { textOfDatabase, tracesOf } from '#backend/commands/testing/personal-traces.ts'
import { createPool } from '#backend/db/database.ts'
import { order } from '#backend/domain/order/order.ts'
import { UnitOfWork } from '#backend/eventstore/commands/handle-command.ts'
import { checkoutOf, placeOrderOf } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, openShop, signedIn } from '#backend/testing/shop-fixture.ts'
import { test as databaseTest } from '#scripts/testing/database.ts'

const test = databaseTest.extend('smtpUrl', { scope: 'file' }, async ({}, { onCleanup }) => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      done(Object.assign(new Error(`<${address}>: Recipient address rejected`), { responseCode: 550 }))
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onCleanup(() => new Promise<void>((done) => server.close(() => done())))
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterEach(() => vi.restoreAllMocks())

test('[T45] a refused receipt leaves no address behind', async ({ databaseUrl, smtpUrl }) => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
  const shop = await openShop(databaseUrl, { smtpUrl })
  const ownerPool = createPool(databaseUrl, { as: 'owner', max: 2 })
  try {
    const buyer = await signedIn(shop)
    const productId = await makeProduct(await signedIn(shop, { admin: true }))
    const orderId = await placeOrderOf(shop, buyer, { id: productId, quantity: 1 })
    const { state } = await new UnitOfWork(shop.core.store).load(order, orderId)
    if (!state) throw new Error('no order')
    const { reference, totalCents: amountCents, currency } = state
    const paid = { paymentId: '1', status: 'approved', statusDetail: 'accredited', sellerId: '', liveMode: false }
    const context = { actor: 'provider', correlation: 'test' } as const
    await settlePayment(checkoutOf(shop), context, { ...paid, reference, amountCents, currency })
    for (let tries = 0; tries < 100 && !written.join('').includes('answer 550'); tries++) await sleep(100)
    expect(written.join('')).toContain('answer 550')
    await sleep(200)
    const jobs = [...(await textOfDatabase(ownerPool))].filter(([table]) => table.startsWith('job.'))
    expect(jobs.map(([, text]) => text).join('\n')).toContain('answer 550')
    const words = [buyer.email.split('@')[0] ?? '']
    expect(jobs.filter(([, text]) => tracesOf(text, words).length > 0)).toEqual([])
    expect(tracesOf(written.join(''), words)).toEqual([])
  } finally {
    await ownerPool.end()
    await shop.stop()
  }
})
