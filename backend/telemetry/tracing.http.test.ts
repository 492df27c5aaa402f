// One trace holds a press of 'Pagar': the request, its appends, the read models that show it, and the jobs that follow.
import { expect } from 'vitest'
import { eventsAfter } from '#backend/http/testing/api-fixture.ts'
import { type CollectedSpan, startCollector } from '#backend/telemetry/testing/collector-fixture.ts'
import { addToCart, buyerWith, openPurchaseShop, placed } from '#backend/testing/purchase-fixture.ts'
import { startedTest as databaseTest } from '#scripts/testing/database.ts'

const [internal, server, client, producer, consumer] = [1, 2, 3, 4, 5]
const traceId = '0af7651916cd43dd8448eb211c80319c'
const callerSpan = 'b7ad6b7169203331'
const traceparent = `00-${traceId}-${callerSpan}-01`

const test = databaseTest
  .extend('collector', { scope: 'file' }, async ({}, { onCleanup }) => {
    const collector = await startCollector()
    onCleanup(() => collector.stop())
    return collector
  })
  .extend('shop', { scope: 'file' }, async ({ databaseUrl, collector }, { onCleanup }) => {
    const shop = await openPurchaseShop(databaseUrl, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
    onCleanup(() => shop.stop())
    return shop
  })

/** Waits until the collector has a span that fits, and returns all that do. */
async function collected(spans: readonly CollectedSpan[], fits: (span: CollectedSpan) => boolean) {
  await expect.poll(() => spans.filter(fits).length).toBeGreaterThan(0)
  return spans.filter(fits)
}

async function one(spans: readonly CollectedSpan[], fits: (span: CollectedSpan) => boolean): Promise<CollectedSpan> {
  const [first, ...others] = await collected(spans, fits)
  expect(others).toEqual([])
  return first as CollectedSpan
}

function expectWithin(inner: CollectedSpan, outer: CollectedSpan): void {
  expect(inner.startTimeUnixNano).toBeGreaterThanOrEqual(outer.startTimeUnixNano)
  expect(inner.endTimeUnixNano).toBeLessThanOrEqual(outer.endTimeUnixNano)
}

const toPay = { quantity: '1', price: 10, description: 'Tu compra en GamerTech' }
const inTrace = (span: CollectedSpan) => span.traceId === traceId

/** The span in which a subscription read what the append wrote. */
function feedUnder(spans: readonly CollectedSpan[], append: CollectedSpan, name: string): Promise<CollectedSpan> {
  const isUnder = ({ parentSpanId, links }: CollectedSpan) =>
    [parentSpanId, ...links.map((link) => link.spanId)].includes(append.spanId)
  return one(spans, (span) => inTrace(span) && span.name === `feed ${name}` && isUnder(span))
}

test("the spans of 'Pagar' lie under each other in the trace of the caller", async ({
  shop,
  collector: { spans, services },
}) => {
  const buyer = await buyerWith(shop, [{ price: 10, quantity: 1 }])
  const head = await shop.core.store.head()
  const answer = await buyer.post('/api/payment/create_preference', toPay, { traceparent })
  expect(answer.status).toBe(200)

  const request = await one(spans, (span) => inTrace(span) && span.kind === server)
  expect(request).toMatchObject({ name: 'POST /api/payment/create_preference', parentSpanId: callerSpan })
  expect(request.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/payment/create_preference',
    'http.response.status_code': 200,
    'gamertech.correlation': answer.headers.get('x-request-id'),
  })
  const append = await one(spans, (span) => inTrace(span) && span.name === 'append PlaceOrder')
  expect(append).toMatchObject({ kind: producer, parentSpanId: request.spanId })
  expect(append.attributes).toMatchObject({ 'gamertech.command': 'PlaceOrder', 'gamertech.repeated': false })
  const batch = await one(spans, (span) => span.name === 'es.append' && span.parentSpanId === append.spanId)
  expect(batch).toMatchObject({ kind: client, traceId, attributes: { 'gamertech.entries': 1 } })

  const events = (await eventsAfter(shop, head)).filter(({ meta }) => meta.cause === 'PlaceOrder')
  expect(events.length).toBeGreaterThan(1)
  const caused = {
    correlation: request.attributes['gamertech.correlation'],
    traceparent: `00-${traceId}-${append.spanId}-01`,
  }
  for (const { meta } of events) expect(meta).toMatchObject(caused)
  expect(append.attributes['gamertech.position']).toBe(events.at(-1)?.pos)
  for (const span of [append, batch]) expectWithin(span, request)
  // Across the log: every read model that shows the order, and the reactor, under the append that they read.
  for (const name of ['orders', 'catalogue', 'jobs']) {
    const feed = await feedUnder(spans, append, name)
    expect(feed).toMatchObject({ kind: consumer, attributes: { 'gamertech.subscription': name } })
    expect(feed.startTimeUnixNano).toBeGreaterThanOrEqual(batch.startTimeUnixNano)
  }
  expect(services).toEqual(new Set(['gamertech']))
})

test('a job and what it appends lie in the trace of the event that it follows', async ({
  shop,
  collector: { spans },
}) => {
  const buyer = await buyerWith(shop, [{ price: 20, quantity: 1 }])
  const { id } = await placed(buyer)
  await shop.control.choose(id, 'approved')
  const note = await one(spans, ({ name }) => name === 'append NotePayment')
  const job = await one(spans, ({ name }) => name === 'job learn-payment')
  expect(job).toMatchObject({ kind: consumer, traceId: note.traceId, parentSpanId: note.spanId, status: {} })
  expect(job.attributes['gamertech.correlation']).toBe(note.attributes['gamertech.correlation'])
  const paid = await one(spans, ({ name }) => name === 'append RecordPayment')
  expect(paid).toMatchObject({ traceId: note.traceId, parentSpanId: job.spanId })
})

test('appends that leave together are one round trip, linked to each of their traces', async ({
  shop,
  collector: { spans },
}) => {
  const store = shop.core.store
  const products = [...(await buyerWith(shop, [{}, {}])).products]
  await Promise.all(
    products.map((productId) =>
      store.append({
        commandId: crypto.randomUUID(),
        meta: { actor: 'operator', cause: 'TogetherTest', correlation: 'test' },
        writes: [
          {
            stream: `stock-${productId}`,
            expected: 1,
            events: [{ type: 'StockAdjusted', data: { productId, delta: 1 } }],
          },
        ],
      }),
    ),
  )
  await expect.poll(() => spans.filter(({ name }) => name === 'append TogetherTest').length).toBe(2)
  const parents = spans.filter(({ name }) => name === 'append TogetherTest')
  const batch = await one(spans, (span) => span.name === 'es.append' && span.attributes['gamertech.entries'] === 2)
  expect(batch.parentSpanId).toBeUndefined()
  expect(new Set(batch.links.map((link) => link.spanId))).toEqual(new Set(parents.map((span) => span.spanId)))
})

test('a trace that its caller does not sample is not sent and leaves no mark; a wrong traceparent begins a new one', async ({
  shop,
  collector: { spans },
}) => {
  const buyer = await buyerWith(shop, [{}])
  const [productId = 0] = buyer.products
  const head = await shop.core.store.head()
  const unsampled = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
  const wrong = [
    '00-zz-b7ad6b7169203331-01',
    `00-${'0'.repeat(32)}-${callerSpan}-01`,
    `${traceparent}\u00e9`,
    'x'.repeat(5000),
  ]
  const body = { userId: buyer.id, productId: { id: productId, quantity: 1 } }
  await buyer.post('/api/cart/addproducttocart', body, { traceparent: `00-${unsampled}-${callerSpan}-00` })
  for (const text of wrong) expect((await buyer.get('/api/session', { traceparent: text })).status).toBe(200)
  const sessions = () => spans.filter(({ name }) => name === 'GET /api/session')
  await expect.poll(() => sessions().length).toBe(wrong.length)
  expect(new Set(sessions().map((span) => span.traceId)).size).toBe(wrong.length)
  for (const span of sessions()) expect(span.parentSpanId).toBeUndefined()
  expect(spans.filter((span) => span.traceId === unsampled)).toEqual([])
  for (const { meta } of await eventsAfter(shop, head)) expect(meta).not.toHaveProperty('traceparent')
})

test('no span holds what a caller wrote', async ({ shop, collector: { spans } }) => {
  const buyer = await buyerWith(shop, [{}])
  await addToCart(buyer, buyer.products[0] ?? 0)
  await buyer.get('/api/product/1?q=secret-query')
  await shop.client().get('/api/secret-path/ana@x.test')
  await collected(spans, ({ name }) => name === 'GET /api/*')
  const text = JSON.stringify(spans, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(text).not.toMatch(/secret-|ana@x|gamertech\.test|Clave-segura/)
  expect(spans.filter((span) => span.kind === internal)).toEqual([])
})
