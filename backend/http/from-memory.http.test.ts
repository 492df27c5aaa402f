// Answers from memory leave before the app, with the bytes and headers that the app would send, for those only who may have them.
import { type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, onTestFinished, vi } from 'vitest'
import { ensureFrontend } from '#backend/testing/built-pages.ts'
import { test as base, makeProduct, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'

beforeAll(() => ensureFrontend(), 300_000)

const test = base.extend('sold', { scope: 'file' }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const id = await makeProduct(admin, { name: 'Mouse guardado', description: 'Se guarda en memoria. '.repeat(80) })
  await shop.core.positions.waitFor(['catalogue', 'reviews', 'users', 'purchases'], await shop.core.store.head())
  return { id, admin }
})

type Sent = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Over a real connection, as it comes: nothing is decompressed. */
const send = ({ config }: Shop, path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<Sent>((done, fail) => {
    const sent = request({ host: '127.0.0.1', port: config.port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', fail).end()
  })

/** Of one connection or one answer. */
const passing = ['date', 'x-request-id', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']
const lasting = ({ headers }: Sent) =>
  Object.entries(headers)
    .filter(([name]) => !passing.includes(name))
    // Between two answers the log may grow.
    .map(([name, value]) => [name, name === 'server-timing' ? String(value).replace(/\d+/, 'N') : value])
    .toSorted(([one], [other]) => String(one).localeCompare(String(other)))

function watchApp(shop: Shop) {
  const app = vi.spyOn(shop.app, 'fetch')
  onTestFinished(() => app.mockRestore())
  const ask = async (path: string, headers: Record<string, string> = {}, method?: string) => {
    app.mockClear()
    const answer = await send(shop, path, headers, method)
    return { answer, isOfApp: app.mock.calls.length > 0 }
  }
  /** Asks until the answer is ready in memory. */
  const untilKept = async (path: string, headers?: Record<string, string>) => {
    let kept = await ask(path, headers)
    await expect
      .poll(async () => {
        kept = await ask(path, headers)
        return [path, headers, kept.isOfApp]
      })
      .toEqual([path, headers, false])
    return kept.answer
  }
  return { ask, untilKept }
}

test('pages and answers for everybody leave without the app once they are ready, as the app sends them', async ({
  shop,
  sold,
}) => {
  const { ask, untilKept } = watchApp(shop)
  const calls = ['/api/catalogue?direction=ascendente&sort=price', `/api/product/${sold.id}`]
  for (const path of ['/', '/home', `/product/${sold.id}`, '/perfil', '/no/such/page', ...calls])
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding }
      const kept = await untilKept(path, headers)
      const made = await shop.app.request(new Request(new URL(path, shop.url), { headers }))
      expect([kept.status, kept.body.equals(Buffer.from(await made.arrayBuffer()))]).toEqual([made.status, true])
      expect(kept.headers['content-length']).toBe(String(kept.body.length))
      const head = await ask(path, headers, 'HEAD')
      expect(head.isOfApp).toBe(true)
      expect(lasting(kept)).toEqual(lasting(head.answer))
      expect(kept.headers['x-request-id']).not.toBe(head.answer.headers['x-request-id'])

      const known = { ...headers, 'if-none-match': kept.headers.etag ?? '' }
      const again = await untilKept(path, known)
      expect([path, again.status]).toEqual([path, kept.status === 404 ? 404 : 304])
      expect(lasting(again)).toEqual(lasting((await ask(path, known, 'HEAD')).answer))
    }
})

test('whoever takes nothing compressed reads the text of what is kept compressed', async ({ shop, sold }) => {
  const { untilKept } = watchApp(shop)
  for (const path of [`/product/${sold.id}`, `/api/product/${sold.id}`]) {
    const compressed = await untilKept(path, { 'accept-encoding': 'br' })
    const plain = await untilKept(path, { 'accept-encoding': 'identity' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body.toString()).toBe(brotliDecompressSync(compressed.body).toString())
    expect(plain.body.length).toBeGreaterThan(1024)
  }
})

test('whoever has just changed something, and sessions that ask the API, are answered by the app', async ({
  shop,
  sold,
}) => {
  const { ask, untilKept } = watchApp(shop)
  const [page, call] = [`/product/${sold.id}`, `/api/product/${sold.id}`]
  const shopper = await signedIn(shop)
  const session = `sid=${shopper.jar.get('sid')}`
  for (const path of [page, call]) {
    await untilKept(path, { cookie: 'theme=dark' })
    for (const cookie of ['position=7', 'theme=dark; __Host-position=7'])
      expect([path, cookie, (await ask(path, { cookie })).isOfApp]).toEqual([path, cookie, true])
  }
  expect((await ask(call, { cookie: session })).isOfApp).toBe(true)
  await untilKept(page, { cookie: session })
})

test('a kept search follows the synonyms', async ({ shop, sold: { admin } }) => {
  const { untilKept, ask } = watchApp(shop)
  const path = '/api/catalogue?q=bichito'
  const total = ({ body }: Sent) => JSON.parse(String(body)).total
  await untilKept(path)
  for (let nth = 0; nth < 2; nth++) expect(total(await untilKept(path))).toBe(0)
  expect((await admin.post('/api/panel/synonyms', { lines: ['mouse, bichito'] })).status).toBe(200)
  await expect.poll(async () => total((await ask(path)).answer)).toBe(1)
})
