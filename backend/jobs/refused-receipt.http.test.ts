// A receipt that the mail server refuses, quoting the address: for good or for now, and neither the queue nor the log keeps it.
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text as streamText } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, vi } from 'vitest'
import { settlePayment } from '#backend/commands/settle-payment.ts'
import { textOfDatabase, tracesOf } from '#backend/commands/testing/personal-traces.ts'
import { createPool } from '#backend/db/database.ts'
import { order } from '#backend/domain/order/order.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { placeOrderOf } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, openShop, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'
import { startedTest as databaseTest } from '#scripts/testing/database.ts'

/** Where a mail is refused; after 'end' it was taken, and the connection is lost before that is said. */
type Stage = 'greeting' | 'sender' | 'recipient' | 'content' | 'end'

/** A mail server that refuses with `refusal.code` at `refusal.at`; with 0 it takes all. It keeps to whom and under which id it took what. */
const test = databaseTest.extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
  const refusal = { code: 550, at: 'recipient' as Stage, times: 0 }
  const taken: string[] = []
  const lost: string[] = []
  const sockets = new Set<Socket>()
  const stands = (at: Stage) => refusal.code !== 0 && refusal.at === at
  const answer = (at: Stage, done: (error?: Error) => void, text = 'Try again later') => {
    if (!stands(at)) return done()
    refusal.times++
    done(Object.assign(new Error(text), { responseCode: refusal.code }))
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onConnect: (_session, done) => answer('greeting', done),
    onMailFrom: (_address, _session, done) => answer('sender', done),
    onRcptTo: ({ address }, _session, done) => answer('recipient', done, `<${address}>: Recipient address rejected`),
    async onData(stream, { envelope }, done) {
      const text = await streamText(stream).catch(() => undefined)
      if (text === undefined) return // its connection was lost
      if (stands('content')) return answer('content', done)
      const id = /^Message-ID: *(\S+)/im.exec(text)?.[1]
      const mail = `${envelope.rcptTo.map(({ address }) => address).join()} ${id}`
      if (!stands('end')) return void (taken.push(mail) && done())
      refusal.times++
      lost.push(mail)
      for (const socket of sockets) socket.destroy()
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onCleanup(() => new Promise<void>((done) => server.close(() => done())))
  return { refusal, taken, lost, smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
})
afterEach(() => vi.restoreAllMocks())

/** Pays an order of a new buyer, whose e-mail it returns. */
async function pay(shop: Shop): Promise<string> {
  const buyer = await signedIn(shop)
  const productId = await makeProduct(await signedIn(shop, { admin: true }))
  const orderId = await placeOrderOf(shop, buyer, { id: productId, quantity: 1 })
  const { state } = await loadState(shop.core.store, order, orderId)
  if (!state) throw new Error('no order')
  const { reference, totalCents: amountCents, currency } = state
  const money = { amountCents, currency, refundedCents: 0, sellerId: '445566', liveMode: false }
  const context = { actor: 'provider', correlation: 'test' } as const
  await settlePayment(shop.services, context, {
    ...money,
    paymentId: String(orderId),
    reference,
    status: 'approved',
    statusDetail: 'accredited',
    updatedAt: new Date().toISOString(),
  })
  return buyer.email
}

/** A mail about an order that is not paid waits for minutes before it is looked at. */
const isDue = "not (state = 'created' and start_after > now())"

const endings = [
  { code: 550, level: 'warn', job: { state: 'completed', retry_count: 0 } },
  { code: 450, level: 'error', job: { state: 'retry', retry_limit: 80, retry_delay_max: 3600 } },
]

test.for(endings)(
  '[T45] a receipt answered $code ends as $job.state, and leaves no address behind',
  async ({ code, level, job }, { databaseUrl, server: { refusal, smtpUrl } }) => {
    Object.assign(refusal, { code, at: 'recipient', times: 0 })
    const written: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
    const shop = await openShop(databaseUrl, { smtpUrl })
    const ownerPool = createPool(databaseUrl, { as: 'owner', max: 2 })
    try {
      const email = await pay(shop)
      const ofReceipts = async () => {
        const { rows } = await ownerPool.query(
          "select * from job.job where name = 'send-receipt' order by created_on desc limit 1",
        )
        return rows[0]
      }
      await expect.poll(ofReceipts).toMatchObject(job)
      if (code >= 500) {
        const ofMails = async () => {
          const { rows } = await ownerPool.query(`select state from job.job where name like 'send-%' and ${isDue}`)
          return rows.map(({ state }) => state)
        }
        // Beside the receipt, the buyer and the admin were welcomed, and the admin was told of the role.
        await expect.poll(ofMails).toEqual(Array(4).fill('completed'))
        expect(refusal.times).toBe(4)
      }
      const line = written.find((text) => text.includes(`answer ${code}`)) ?? '{}'
      expect(JSON.parse(line)).toMatchObject({ level })
      const jobs = [...(await textOfDatabase(ownerPool))].filter(([table]) => table.startsWith('job.'))
      const words = [email.split('@')[0] ?? '']
      expect(jobs.filter(([, text]) => tracesOf(text, words).length > 0)).toEqual([])
      expect(tracesOf(written.join(''), words)).toEqual([])
    } finally {
      await ownerPool.end()
      await shop.stop()
    }
  },
)

/** Until a mail has failed at each stage. */
async function failEverywhere(refusal: { at: Stage; times: number }, hasten: () => Promise<unknown>): Promise<void> {
  for (const at of ['greeting', 'sender', 'recipient', 'content', 'end'] as const) {
    Object.assign(refusal, { at, times: 0 })
    const times = async () => {
      await hasten()
      return refusal.times
    }
    await expect.poll(times).toBeGreaterThan(0)
  }
}

test('[F13] mails that a server was away for are sent when it is back, each once, wherever and however often they failed', async ({
  databaseUrl,
  server: { refusal, taken, lost, smtpUrl },
}) => {
  Object.assign(refusal, { code: 450, at: 'greeting', times: 0 })
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const shop = await openShop(databaseUrl, { smtpUrl })
  const ownerPool = createPool(databaseUrl, { as: 'owner', max: 2 })
  try {
    const emails = [await pay(shop), await pay(shop)]
    const waiting = async () => {
      const { rows } = await ownerPool.query<{ count: number }>(
        `select count(*)::int from job.job where name like 'send-%' and state in ('created', 'retry', 'active') and ${isDue}`,
      )
      return rows[0]?.count
    }
    // What would be tried in a minute, or in an hour, is tried now.
    const hasten = () =>
      ownerPool.query("update job.job set start_after = now() where name like 'send-%' and state = 'retry'")
    await failEverywhere(refusal, hasten)
    expect(taken).toEqual([])
    refusal.code = 0
    const isSent = async () => {
      await hasten()
      return waiting()
    }
    await expect.poll(isSent).toBe(0)
    expect(new Set(taken).size).toBe(taken.length)
    // Whoever gets a mail twice after all can tell by its id.
    expect(lost.filter((mail) => !taken.includes(mail))).toEqual([])
    // To each buyer their welcome and their receipt.
    for (const email of emails) expect(taken.filter((one) => one.startsWith(`${email} `))).toHaveLength(2)
  } finally {
    await ownerPool.end()
    await shop.stop()
  }
})
