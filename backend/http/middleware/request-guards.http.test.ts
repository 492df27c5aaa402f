// What every request to the API must be, and what its errors look like.
import { request } from 'node:http'
import { describe, expect } from 'vitest'
import {
  expectBadInput,
  expectProblem,
  notice,
  signature,
  typesAppended,
  writes,
} from '#backend/http/testing/api-fixture.ts'
import { makeProduct, type Shop, signedIn, test, walletCredentials } from '#backend/testing/shop-fixture.ts'
import { expectErrors } from '#scripts/testing/error-lines.ts'

/** An admin with a line in the cart and a review: every write above would do something. */
async function actor(shop: Shop) {
  const admin = await signedIn(shop, { admin: true })
  const productId = await makeProduct(admin)
  await admin.post('/api/cart/addproducttocart', { userId: admin.id, productId: { id: productId, quantity: 2 } })
  return { admin, calls: writes(admin.id, productId) }
}

describe('unsafe requests', () => {
  test('[T29 partial] [TRUST-11] text/plain, urlencoded, multipart and no type at all get 415 and change nothing; a form is taken for a picture alone', async ({
    shop,
  }) => {
    const { admin, calls } = await actor(shop)
    const types = await typesAppended(shop, async () => {
      for (const [path, body] of calls)
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])
          expectProblem(await admin.post(path, body, { 'content-type': type }), 415, 'unsupported_media_type')
      const avatar = `/api/users/${admin.id}/avatar`
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', ''])
        expectProblem(await admin.post(avatar, {}, { 'content-type': type }), 415, 'unsupported_media_type')
      const form = '--x\r\ncontent-disposition: form-data; name="image"\r\n\r\nno file\r\n--x--\r\n'
      expectBadInput(await admin.post(avatar, form, { 'content-type': 'multipart/form-data; boundary=x' }), ['image'])
    })
    expect(types).toEqual([])
    expect((await admin.get('/api/session')).body.user.id).toBe(admin.id)
    const sort = { field: 'name', direction: 'ascendente' }
    const spelled = { 'content-type': 'application/json; charset=utf-8' }
    expect((await admin.post('/api/product/sort', sort, spelled)).status).toBe(200)
  })

  test('[T29] [TRUST-12] a foreign Origin, a cross-site fetch and neither header get 403 and change nothing, but for the signed webhook', async ({
    shop,
  }) => {
    const { admin, calls } = await actor(shop)
    const { port } = new URL(shop.url)
    const foreign: Record<string, string>[] = [
      { origin: 'https://otra.example' },
      { origin: 'null' },
      { origin: `${shop.url}.otra.example` },
      { origin: `https://localhost:${port}` },
      { origin: shop.url, 'sec-fetch-site': 'cross-site' },
      { origin: shop.url, 'sec-fetch-site': 'same-site' },
    ]
    const types = await typesAppended(shop, async () => {
      for (const [path, body] of calls) {
        for (const headers of foreign) expectProblem(await admin.post(path, body, headers), 403, 'foreign_origin')
        expectProblem(
          await admin.send('POST', path, undefined, { 'content-type': 'application/json' }),
          403,
          'foreign_origin',
        )
      }
    })
    expect(types).toEqual([])
    const webhook = '/api/payment/webhook?data.id=1&type=payment'
    const signed = signature('1', walletCredentials.webhookSecret)
    for (const headers of [...foreign, {}]) {
      const sent = { 'content-type': 'application/json', ...signed, ...headers }
      expect((await shop.client().send('POST', webhook, notice('1'), sent)).status).toBe(200)
    }
    expect((await admin.get('/api/session')).body.user.id).toBe(admin.id)
    const sort = { field: 'name', direction: 'ascendente' }
    const own = [{ origin: `http://127.0.0.1:${port}` }, { origin: shop.url, 'sec-fetch-site': 'same-origin' }]
    for (const headers of own) expect((await admin.post('/api/product/sort', sort, headers)).status).toBe(200)
    expect(
      (await admin.get('/api/catalogue', { origin: 'https://otra.example' })).headers.get(
        'access-control-allow-origin',
      ),
    ).toBeNull()
  })

  test('an origin does not replace the signature of the payment webhook', async ({ shop }) => {
    const path = '/api/payment/webhook?data.id=1&type=payment'
    for (const origin of ['https://otra.example', shop.url])
      expectProblem(await shop.client().post(path, notice('1'), { origin }), 401, 'bad_signature')
  })
})

describe('errors', () => {
  test('[T48 partial] [ERR-06] [ERR-09] every status is a problem in Spanish; an unexpected error shows nothing of the inside, and the shop goes on', async ({
    shop,
    databaseUrl,
  }) => {
    const { admin } = await actor(shop)
    const user = await signedIn(shop)
    expectBadInput(await user.get('/api/product/abc'), ['id'])
    expectProblem(await shop.client().get(`/api/cart/${user.id}`), 401, 'unauthenticated')
    expectProblem(await user.get('/api/purchase'), 403, 'forbidden')
    expectProblem(await user.get('/api/product/999'), 404, 'not_found')
    const pay = '/api/payment/create_preference'
    expectProblem(await user.post(pay, writes(1, 1).find(([path]) => path === pay)?.[1]), 409, 'cart_empty')
    expectProblem(
      await user.post('/api/cart/correct', {}, { 'content-type': 'text/plain' }),
      415,
      'unsupported_media_type',
    )

    const owner = new (await import('pg')).default.Client({ connectionString: databaseUrl })
    await owner.connect()
    try {
      expectErrors(/rm.orders/)
      await owner.query('alter table rm.orders rename to orders_away')
      const broken = await admin.get('/api/purchase')
      expectProblem(broken, 500, 'unexpected')
      expect(JSON.stringify(broken.body)).not.toMatch(/orders|rm\.|\.ts|relation/)
      expect((await admin.get('/api/health')).status).toBe(200)
    } finally {
      await owner.query('alter table rm.orders_away rename to orders')
      await owner.end()
    }
    expect((await admin.get('/api/purchase')).status).toBe(200)
  })

  test('[ERR-07 partial] what is no JSON has its own code', async ({ shop }) => {
    const client = shop.client()
    for (const text of ['{', 'hola', '{"a":1,}', "{'a':1}", '', '\0', '{"field":NaN}'])
      expectProblem(await client.post('/api/product/sort', text), 400, 'malformed_json')
    for (const text of ['null', '[]', '"x"', '7', 'true'])
      expectBadInput(await client.post('/api/product/sort', text), ['body'])
  })

  test('[ERR-08] an unknown path under /api is a problem and not the page, whatever is accepted and however it is sent', async ({
    shop,
  }) => {
    const client = shop.client()
    for (const path of ['/api', '/api/', '/api/nada', '/api//product', '/api/product/1/2', '/api/cart'])
      for (const accept of ['text/html', '*/*']) expectProblem(await client.get(path, { accept }), 404, 'unknown_path')
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expectProblem(await client.send(method, '/api/nada'), 404, 'unknown_path')
    expectProblem(await client.get('/api/cart/addproducttocart/'), 401, 'unauthenticated')
    expectProblem(await client.get('/api/product/sort'), 400, 'validation')
    expectProblem(await client.get('/api/payment/return'), 405, 'method_not_allowed')
  })

  test('[T41] a body above 64 KiB gets 413, whether or not it says its length, also one that never ends', async ({
    shop,
  }) => {
    const big = JSON.stringify({ field: 'x'.repeat(70_000) })
    expectProblem(await shop.client().post('/api/product/sort', big), 413, 'too_large')
    let sent = 0
    const status = await new Promise((done, fail) => {
      const sending = request(`${shop.url}/api/product/sort`, {
        method: 'POST',
        headers: { origin: shop.url, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      })
      // It would go on for ever: only what lies in buffers on the way is sent before the answer comes.
      const goOn = () => {
        sent += big.length
        if (sending.write(big)) setImmediate(goOn)
        else sending.once('drain', goOn)
      }
      sending.on('response', (answer) => {
        done(answer.statusCode)
        sending.destroy()
      })
      sending.on('error', fail)
      goOn()
    })
    expect(status).toBe(413)
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  test('[T44 partial] answers are not sniffed, and those of a session are not stored by anybody', async ({ shop }) => {
    const user = await signedIn(shop)
    for (const path of [`/api/cart/${user.id}`, '/api/session', '/api/nada']) {
      const { headers } = await user.get(path)
      expect(headers.get('cache-control')).toBe('no-store')
    }
    for (const path of ['/api/catalogue', '/api/session'])
      expect((await user.get(path)).headers.get('x-content-type-options')).toBe('nosniff')
  })
})
