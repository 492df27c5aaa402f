// What a request leaves behind: one line in the log and one id in its answer, its events, and the jobs that follow.
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { eventsAfter } from '#backend/http/testing/api-fixture.ts'
import { setLogLevel } from '#backend/telemetry/log.ts'
import { buyerWith, openPurchaseShop, placed, untilState } from '#backend/testing/purchase-fixture.ts'
import { startedTest as databaseTest } from '#scripts/testing/database.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const test = databaseTest.extend('shop', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const shop = await openPurchaseShop(databaseUrl, { env: { LOG_LEVEL: 'info' } })
  onCleanup(() => shop.stop())
  return shop
})

const written: string[] = []
beforeEach(() => {
  written.length = 0
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    written.push(String(chunk))
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

type Line = Record<string, unknown>
/** The lines of the log since the test began. */
const lines = (): Line[] =>
  written
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
const requestLines = () => lines().filter((line) => line.message === 'request')

describe('the line of a request', () => {
  test('has method, pattern of the route, status, time and the id that the answer carries', async ({ shop }) => {
    const answer = await shop.client().get('/api/product/987654321?q=privado')
    const id = answer.headers.get('x-request-id')
    expect(id).toMatch(uuid)
    expect(lines().filter((line) => line.correlation === id)).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        message: 'request',
        correlation: id,
        method: 'GET',
        route: '/api/product/:id',
        status: 400,
        ms: expect.any(Number),
      },
    ])
    expect(written.join('')).not.toMatch(/987654321|privado/)
  })

  test('answers from memory and pages have one too; what machines ask all the time has none', async ({ shop }) => {
    const visitor = shop.client()
    for (const path of ['/api/catalogue', '/api/catalogue', '/sobre/nosotros', '/api/health', '/api/ready', '/metrics'])
      expect((await visitor.get(path)).headers.get('x-request-id'), path).toMatch(uuid)
    expect(requestLines().map((line) => line.route)).toEqual(['/api/catalogue', '/api/catalogue', '/*'])
    expect(new Set(requestLines().map((line) => line.correlation)).size).toBe(3)
  })

  test('[T45] cannot be forged, and a caller cannot choose its id', async ({ shop }) => {
    const hostile = {
      'x-request-id': 'a%1b[31m","level":"error',
      'x-correlation-id': '00000000-0000-4000-8000-000000000000',
      'user-agent': '\u00c3\u009b31m{"level":"error"}',
      referer: 'https://ana@x.test/?token=hunter2',
    }
    const answer = await shop.client().get('/api/x%0d%0a%7B%22level%22:%22error%22%7D%1b%5B31m', hostile)
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([404, expect.stringMatching(uuid)])
    expect(requestLines()).toMatchObject([{ route: '/api/*', status: 404 }])
    expect(lines()).toHaveLength(1)
    expect(written.join('')).not.toMatch(/31m|hunter2|ana@x|00000000-0000/)
  })

  test('an unexpected error is logged under the id of its request, without what the caller sent', async ({ shop }) => {
    const { admin, core } = shop
    const find = vi.spyOn(core.sessions, 'find').mockRejectedValueOnce(new Error('no row for ana@x.test\nforged'))
    const answer = await admin.get('/api/cart/4242')
    find.mockRestore()
    expect(answer.status).toBe(500)
    const id = answer.headers.get('x-request-id')
    const [failure, request, ...more] = lines().filter((line) => line.correlation === id)
    expect(failure).toMatchObject({
      level: 'error',
      message: 'request failed',
      route: '/api/cart/:id',
      detail: 'no row for [redacted]\nforged',
    })
    expect(request).toMatchObject({ message: 'request', status: 500 })
    expect(more).toEqual([])
    expect(written.join('')).not.toContain('4242')
  })
})

describe('the id of a request', () => {
  test('stands in its events, in the events of the jobs that follow, and in their lines', async ({ shop }) => {
    const buyer = await buyerWith(shop, [{ price: 10, quantity: 1 }])
    const head = await shop.core.store.head()
    const body = { quantity: '1', price: 10, description: 'Tu compra en GamerTech' }
    const answer = await buyer.post('/api/payment/create_preference', body)
    const id = answer.headers.get('x-request-id')
    const events = await eventsAfter(shop, head)
    expect(events.length).toBeGreaterThan(2)
    expect(new Set(events.map(({ meta }) => meta.correlation))).toEqual(new Set([id]))
  })

  test('of a notice goes on to the payment that the job learns of', async ({ shop }) => {
    const buyer = await buyerWith(shop, [{}])
    const { orderId, id } = await placed(buyer)
    const head = await shop.core.store.head()
    await shop.control.choose(id, 'approved')
    await untilState(buyer, orderId, 'paid')
    const events = await eventsAfter(shop, head)
    const note = events.find(({ type }) => type === 'PaymentNotified')
    const paid = events.find(({ type }) => type === 'OrderPaid')
    expect(paid?.meta).toMatchObject({ actor: 'provider', correlation: note?.meta.correlation })
    const ofThis = () => lines().filter((line) => line.correlation === note?.meta.correlation)
    const told = () => ofThis().map((line) => line.job ?? line.route)
    await expect.poll(told).toContain('send-receipt')
    expect(ofThis().map((line) => [line.message, line.job ?? line.route])).toEqual(
      expect.arrayContaining([
        ['request', '/api/payment/webhook'],
        ['job', 'learn-payment'],
        ['job', 'send-receipt'],
      ]),
    )
  })
})

test('[T45] whatever a sale logs, nothing personal or secret is in it', async ({ shop }) => {
  setLogLevel('debug')
  const buyer = await buyerWith(shop, [{}])
  const { orderId, id } = await placed(buyer)
  await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  await buyer.post('/api/users/verifyuser', { email: buyer.email, password: 'equivocada-123' })
  const text = written.join('')
  expect(requestLines().length).toBeGreaterThan(5)
  const sessionId = [...buyer.jar.values()].join('|')
  expect(text).not.toMatch(/Persona de Prueba|equivocada-123|Clave-segura|@gamertech\.test/)
  for (const secret of [buyer.email, ...sessionId.split('|').filter((value) => value.length > 12)])
    expect(text).not.toContain(secret)
  setLogLevel('info')
})
