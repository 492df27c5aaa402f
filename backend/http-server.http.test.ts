// What admission control does with callers who were refused: requests over real connections, in front of an app that serves everybody.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { promisify } from 'node:util'
import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { AdmissionControl } from '#backend/http/admission/admission-control.ts'
import { callOf, changesOf, ofSession } from '#backend/http/admission/refusals.ts'
import { SlowClient } from '#scripts/testing/slow-client.ts'
import { closeServer, listen } from './http-server.ts'

type Told = { status: number; headers: IncomingHttpHeaders; body: string } | { error: string }
type Sent = { method?: string; path?: string; headers?: Record<string, string> }

const untold = { headers: {}, host: '127.0.0.1' }

/** Refuses all changes of this machine, or with `proxies` of 203.0.113.9 behind a proxy; the callers' connections are kept and told. */
async function openServer({ proxies = 0, factor = 1 } = {}) {
  const settings = {
    trustedProxies: proxies,
    factor,
    sessionCookie: 'sid',
    headers: { 'X-Content-Type-Options': 'nosniff' },
  }
  const admission = new AdmissionControl(settings)
  const port = await freePort()
  const app = new Hono().all('*', (c) => c.text('served'))
  const server = await listen(app, admission, { ...settings, host: '127.0.0.1', port })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(async () => {
    agent.destroy()
    await closeServer(server, { close: () => undefined })
  })
  admission.refusals.keep(changesOf(proxies > 0 ? '203.0.113.9' : '127.0.0.1'), 60_000)
  const send = ({ method = 'POST', path = '/api/x', headers = {} }: Sent = {}) =>
    new Promise<Told>((done) => {
      const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
        let body = ''
        answer.on('data', (chunk) => {
          body += String(chunk)
        })
        answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
      })
      sent.on('error', (error) => done({ error: error.message }))
      sent.end()
    })
  return {
    server,
    admission,
    agent,
    send,
    times: (count: number, sent?: Sent) => Promise.all(Array.from({ length: count }, () => send(sent))),
  }
}

/** Only a failure takes so long. In milliseconds. */
const patienceMs = 20_000

/** As the shop makes them. */
const sid = 'a'.repeat(43)

const countOf = (answers: readonly Told[], status: number) =>
  answers.filter((answer) => 'status' in answer && answer.status === status).length

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

test('[T42 partial] who goes on asking while being refused is told a hundred times at once, then late and later; what else they ask is served', async () => {
  const { admission, send, times } = await openServer()
  const prompt = await times(100)
  expect(countOf(prompt, 429)).toBe(100)
  expect(prompt[0]).toMatchObject({
    headers: {
      'content-type': 'application/problem+json',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
  const { headers, body } = prompt[0] as Extract<Told, { status: number }>
  expect(headers['retry-after']).toBe('60')
  expect(JSON.parse(body)).toMatchObject({ code: 'too_many_requests', retryAfter: 60, status: 429 })
  const callers = Array.from({ length: 16 }, async () => [await send(), await send()])
  expect(await msOf(() => Promise.all(callers))).toBeGreaterThan(2 * 240)
  expect(admission.counts).toEqual({ prompt: 100, late: 32, cut: 0 })
  for (const sent of [{ method: 'GET' }, { path: '/api/payment/webhook' }])
    expect(await send(sent)).toMatchObject({ status: 200, body: 'served' })
})

/** Who is answered late waits until the test ends it: on a busy machine a crowd takes longer to come than the first of it waits. */
function stopClocks(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('[F22 partial] [T42 partial] sixty-four of a caller wait until they are answered, further connections are closed', async () => {
  stopClocks()
  const { admission, send, times } = await openServer()
  await times(100)
  const crowd = Array.from({ length: 80 }, () => send())
  await vi.waitUntil(() => admission.counts.cut === 16, patienceMs)
  expect(admission.waiting).toBe(64)
  await vi.advanceTimersByTimeAsync(2000)
  const answers = await Promise.all(crowd)
  expect([countOf(answers, 429), answers.filter((answer) => 'error' in answer).length]).toEqual([64, 16])
  await vi.waitUntil(() => admission.waiting === 0, patienceMs)
})

test('[T42 partial] behind a proxy no connection is closed, and others are served by the same ones; who leaves does not wait on', async () => {
  stopClocks()
  const { admission, agent, send, times } = await openServer({ proxies: 1 })
  const flooder = { headers: { 'x-forwarded-for': '1.2.3.4, 203.0.113.9' } }
  await times(100, flooder)
  const crowd = Array.from({ length: 80 }, () => send(flooder))
  await vi.waitUntil(() => admission.waiting === 64, patienceMs)
  await vi.waitUntil(() => admission.counts.prompt === 116, patienceMs)
  const other = { headers: { 'x-forwarded-for': '203.0.113.8' } }
  expect(countOf(await times(20, other), 200)).toBe(20)
  expect(admission.counts.cut).toBe(0)
  agent.destroy()
  expect(countOf(await Promise.all(crowd), 429)).toBe(16)
  await vi.waitUntil(() => admission.waiting === 0, patienceMs)
})

test('a call of a session is refused wherever it comes from, its other calls are not', async () => {
  const { admission, send } = await openServer({ proxies: 1 })
  admission.refusals.keep(callOf('POST', '/api/x', ofSession(sid)), 60_000)
  const from = (cookie: string, path = '/api/x?a=b') =>
    send({ path, headers: { cookie, 'x-forwarded-for': '198.51.100.1' } })
  expect(await from(`theme=dark; sid=${sid}`)).toMatchObject({ status: 429 })
  expect(await from(`sid=${sid}`, '/api/session/end')).toMatchObject({ status: 200 })
  expect(await from(`sid=${sid}x; xsid=${sid}`)).toMatchObject({ status: 200 })
})

test('a body that nobody waits for ends its connection with the refusal', async () => {
  const { send } = await openServer()
  const answer = await send({ headers: { 'content-length': '1000000', expect: '100-continue' } })
  expect(answer).toMatchObject({ status: 429, headers: { connection: 'close' } })
})

test('[T42 partial] reads of a network, and of a session, are as many as a crowd behind one address makes; files and the operator’s own are not counted', async () => {
  // A two-hundredth: ten at once of an address, two of a session.
  const { send, times } = await openServer({ proxies: 1, factor: 1 / 200 })
  const read = (path: string, headers = {}) => ({
    method: 'GET',
    path,
    headers: { 'x-forwarded-for': '203.0.113.7', ...headers },
  })
  const mine = await times(9, read('/api/session', { cookie: `sid=${sid}`, 'x-forwarded-for': '203.0.113.6' }))
  expect(countOf(mine, 429)).toBeGreaterThan(5)
  const answers = await times(60, read('/api/catalogue?q=nadie'))
  expect(countOf(answers, 200)).toBeLessThan(30)
  expect(countOf(answers, 200)).toBeGreaterThanOrEqual(10)
  const pages = await times(9, read('/home'))
  expect(pages.find((answer) => 'status' in answer && answer.status === 429)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' },
    body: 'Son demasiados pedidos en poco tiempo. Volvé a probar en 1 segundo.',
  })
  for (const path of ['/assets/main-abc.js', '/img/uploads/a.webp', '/api/health', '/api/ready', '/metrics'])
    expect(await send(read(path)), path).toMatchObject({ status: 200 })
  expect(await send(read('/api/session', { 'x-forwarded-for': '203.0.113.8' }))).toMatchObject({ status: 200 })
})

test('[T42 partial] another spelling of a path is counted and refused like the path, and so is what is made for each who asks', async () => {
  const { admission, send, times } = await openServer({ proxies: 1, factor: 1 / 200 })
  const read = (path: string, network: number) => ({
    method: 'GET',
    path,
    headers: { 'x-forwarded-for': `203.0.113.${network}` },
  })
  const pages = await times(40, read('/home', 40))
  expect(countOf(pages, 200)).toBeLessThan(countOf(await times(40, read('/api/session', 41)), 200))
  const spelled = ['/x.y/../api/catalogue/.', '/%61pi/catalogue/x/..', '/home/%2e', '/sitemap.xml', '/%73itemap.xml']
  // A dot makes no file: these are pages.
  spelled.push('/x.-', '/x.y-', '/home/a.%5f')
  for (const [nth, path] of spelled.entries()) {
    const answers = await times(40, read(`${path}?q=nadie`, nth))
    expect([path, countOf(answers, 429) > 10]).toEqual([path, true])
  }
  admission.refusals.keep(callOf('POST', '/api/x', '203.0.113.20'), 60_000)
  const change = (path: string) => send({ ...read(path, 20), method: 'POST' })
  for (const path of ['/api/x', '/api/%78', '/%61pi/y/../x', '/api/./x?a=b'])
    expect([path, await change(path)]).toEqual([path, expect.objectContaining({ status: 429 })])
  for (const path of ['/api/y', '/api/x%2f', '/%ff', '//x/api/x'])
    expect([path, await change(path)]).toEqual([path, expect.objectContaining({ status: 200 })])
})

test('[T41 partial] who sends as slowly as can be, or does not read, is waited for two minutes', async () => {
  const { server } = await openServer()
  expect([server.requestTimeout, server.timeout]).toEqual([120_000, 120_000])
})

test('a network whose notices were not signed too often is refused them, and nobody else is', async () => {
  const { admission, send } = await openServer({ proxies: 1 })
  const notice = (network: string, path = '/api/payment/webhook') =>
    send({ path, headers: { 'x-forwarded-for': network } })
  admission.refusals.keep(callOf('POST', '/api/payment/webhook', '203.0.113.30'), 60_000)
  expect(await notice('203.0.113.30')).toMatchObject({ status: 429 })
  expect(await notice('203.0.113.30', '/api/y')).toMatchObject({ status: 200 })
  for (const other of ['203.0.113.9', '203.0.113.31']) expect(await notice(other)).toMatchObject({ status: 200 })
})

test('a network has a thousand connections, but not a proxy nor this machine', () => {
  const settings = { factor: 1, sessionCookie: 'sid', headers: {} }
  const straight = new AdmissionControl({ ...settings, trustedProxies: 0 })
  const open = (admission: AdmissionControl, remoteAddress: string) => {
    let end: (() => void) | undefined
    const isAdmitted = admission.admits(remoteAddress, (leave) => {
      end = leave
    })
    return { isAdmitted, end: () => end?.() }
  }
  const first = open(straight, '2001:db8:1:2::1')
  for (let nth = 1; nth < 1000; nth++) expect(open(straight, `2001:db8:1:2::${nth.toString(16)}`).isAdmitted).toBe(true)
  expect(open(straight, '2001:db8:1:2::1').isAdmitted).toBe(false)
  expect(open(straight, '2001:db8:1:3::1').isAdmitted).toBe(true)
  first.end()
  expect(open(straight, '2001:db8:1:2::1').isAdmitted).toBe(true)
  const behind = new AdmissionControl({ ...settings, trustedProxies: 1 })
  for (let nth = 0; nth < 1100; nth++)
    expect([open(behind, '10.0.0.1').isAdmitted, open(straight, '::ffff:127.0.0.1').isAdmitted]).toEqual([true, true])
})

test('[F22 partial] who sends a head or a body too slowly, or neither sends nor reads, is cut; where much is left unread, those who leave most are', async () => {
  const settings = { trustedProxies: 0, factor: 1, sessionCookie: 'sid', headers: {} }
  const admission = new AdmissionControl(settings)
  const port = await freePort()
  const large = 'x'.repeat(12 * 1024 ** 2)
  const app = new Hono()
    .get('/large', (c) => c.text(large))
    .get('/silent', (c) => c.text(large))
    .all('*', async (c) => c.text(await c.req.text()))
  const patience = { headMs: 300, requestMs: 600, silenceMs: 30_000, lookEveryMs: 50, unreadBytes: 4 * 1024 ** 2 }
  const server = await listen(app, admission, { ...untold, port, patience })
  const silent = await freePort()
  const other = await listen(app, admission, {
    ...untold,
    port: silent,
    patience: { ...patience, headMs: 60_000, requestMs: 60_000, silenceMs: 300, unreadBytes: Number.POSITIVE_INFINITY },
  })
  const slow: SlowClient[] = []
  onTestFinished(async () => {
    for (const client of slow) client.leave()
    for (const one of [server, other]) await closeServer(one, { close: () => undefined })
  })
  const connections = async () => {
    const counts = [server, other].map((one) => promisify(one.getConnections.bind(one))())
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }
  for (const slowness of ['head', 'body', 'reading'] as const)
    slow.push(await SlowClient.begin(`http://127.0.0.1:${port}`, slowness, '/large'))
  slow.push(await SlowClient.begin(`http://127.0.0.1:${silent}`, 'reading', '/silent'))
  await vi.waitUntil(async () => (await connections()) === 0, patienceMs)
  const answer = await fetch(`http://127.0.0.1:${port}/any`, { method: 'POST', body: 'served' })
  expect(await answer.text()).toBe('served')
})
