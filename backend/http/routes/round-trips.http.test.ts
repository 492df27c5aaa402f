// What a sale asks of the database and of the provider: counted, so that a query for each line cannot creep in.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { notifyPayment } from '#backend/commands/notify-payment.ts'
import { withConnection } from '#backend/db/database.ts'
import { currentScope, runIn } from '#backend/telemetry/request-context.ts'
import { buyerWith, placed, test, untilNoJob, untilState } from '#backend/testing/purchase-fixture.ts'

type Statement = { scope: string | undefined; name: string }

/** Every statement from now on, by its name, with the request or job that it belongs to. */
function watchStatements(): Statement[] {
  const statements: Statement[] = []
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { name?: string; text: string }]
    const name = typeof asked === 'string' ? asked : (asked.name ?? asked.text)
    statements.push({ scope: currentScope()?.correlation, name: name.trim().slice(0, 30) })
    return query.apply(this, args)
  } as never)
  onTestFinished(() => spy.mockRestore())
  return statements
}

/** What this process asks before it lets a caller in: the session, the version of its account, a portion of its limits. */
const guards = ['auth.session', 'es.version', 'auth.draw']

test("'Pagar' costs one read, two appends and one call to the provider, with 1 line as with 20; of an account that never paid, a note of its units too", async ({
  shop,
}) => {
  const askProvider = vi.spyOn(shop.services.wallet, 'createCheckout')
  onTestFinished(() => askProvider.mockRestore())
  const statements = watchStatements()
  for (const [count, hasPaid] of [
    [1, false],
    [1, true],
    [20, true],
    [20, false],
  ] as const) {
    const buyer = await buyerWith(
      shop,
      Array.from({ length: count }, () => ({ price: 10 })),
    )
    if (hasPaid) {
      const { orderId, id } = await placed(buyer)
      await shop.control.makePayment(id, 'approved')
      await untilState(buyer, orderId, 'paid')
      expect((await buyer.post('/api/cart/buyagain', { orderId, mergeId: randomUUID() })).status).toBe(200)
    }
    const lines = buyer.products.map((id) => ({ id, quantity: 1, price: 10 }))
    const body = { quantity: '1', price: 10 * count, description: 'Tu compra en GamerTech', lines }
    await untilNoJob(shop)
    askProvider.mockClear()
    const answer = await buyer.post('/api/payment/create_preference', body)
    expect(answer).toMatchObject({ status: 200, body: { total: 10 * count } })
    const own = statements.filter(({ scope }) => scope === answer.headers.get('x-request-id'))
    // After a first purchase there is still left of the portion that it took from the limits.
    const [letIn, noted] = hasPaid ? [guards.slice(0, 2), []] : [guards, ['auth.note_newcomer_hold']]
    const asked = [...letIn, 'es.at once with order', ...noted, 'es.append', 'es.append']
    expect(own.map(({ name }) => name)).toEqual(asked)
    expect(askProvider).toHaveBeenCalledOnce()
  }
})

test('a payment costs two reads and one append, learnt again one read', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{}, {}, {}])
  const { orderId, id } = await placed(buyer)
  shop.control.mute()
  const paymentId = await shop.control.makePayment(id, 'approved')
  shop.control.reset()
  await untilNoJob(shop)
  const statements = watchStatements()
  const learn = async (scope: string) => {
    await runIn({ correlation: scope }, () => shop.jobs['learn-payment']({ paymentId }))
    return statements.filter((one) => one.scope === scope).map(({ name }) => name)
  }
  expect(await learn('first')).toEqual(['es.at once', 'es.at once', 'es.append'])
  expect(await learn('again')).toEqual(['es.at once'])
  await untilState(buyer, orderId, 'paid')
})

test('a notice costs one append', async ({ shop }) => {
  await untilNoJob(shop)
  const statements = watchStatements()
  const context = { actor: 'provider', correlation: 'notice' } as const
  const notice = { noticeId: randomUUID(), paymentId: '1' }
  await runIn(context, () => notifyPayment(shop.core.store, context, notice))
  expect(statements.filter(({ scope }) => scope === 'notice').map(({ name }) => name)).toEqual(['es.append'])
  await untilNoJob(shop)
})

test('what is read for a sale is planned once a session, and not at each call', async ({ shop }) => {
  const asked = new Map<string, { name: string; text: string; values: unknown[] }>()
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { name, text, values } = args[0] as { name?: string; text: string; values: unknown[] }
    if (name && /^\s*select/.test(text)) asked.set(name, { name, text, values })
    return query.apply(this, args)
  } as never)
  onTestFinished(() => spy.mockRestore())
  const buyer = await buyerWith(shop, [{}])
  const { orderId, id } = await placed(buyer)
  await shop.control.makePayment(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  await untilNoJob(shop)
  spy.mockRestore()
  const names = ['auth.session', 'es.version', 'keys.find', 'es.at once']
  const reads = [...asked.values()].filter(({ name }) => names.some((one) => name.startsWith(one)))
  const counters = ['order', 'product', 'user'].map((counter) => `es.at once with ${counter}`)
  expect(reads.map(({ name }) => name).sort()).toEqual([...names, ...counters].sort())
  const planned = await withConnection(shop.databaseUrl, async (session) => {
    for (const read of reads) for (let times = 0; times < 8; times++) await session.query(read)
    return (await session.query('select name, generic_plans > 0 as once from pg_prepared_statements order by name'))
      .rows
  })
  expect(planned).toEqual(reads.map(({ name }) => ({ name, once: true })).sort((a, b) => (a.name < b.name ? -1 : 1)))
})
