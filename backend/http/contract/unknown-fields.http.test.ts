// What a call does not know is refused by name: in bodies at any depth, in queries, and where a call takes neither.
import { describe, expect, vi } from 'vitest'
import { z } from 'zod'
import { routesOf } from '#backend/http/contract/routes.ts'
import { isPermission } from '#backend/http/middleware/allow.ts'
import { depthOf } from '#backend/http/middleware/request-guards.ts'
import { eventsAfter, expectBadInput, expectProblem, writes } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, signedIn, test } from '#backend/testing/shop-fixture.ts'
import { closed } from './closed-schema.ts'

const strange = 'campoInventado'

/** Every body made of this one by a strange key in one of its objects, with the field's name as the answer gives it. */
function withStrangeKeys(body: unknown, path = ''): [field: string, body: unknown][] {
  if (typeof body !== 'object' || body === null) return []
  const inside = Object.entries(body).flatMap(([key, value]) =>
    withStrangeKeys(value, `${path}${key}.`).map(([field, spoiled]): [string, unknown] => [
      field,
      Array.isArray(body) ? body.map((item, at) => (String(at) === key ? spoiled : item)) : { ...body, [key]: spoiled },
    ]),
  )
  return Array.isArray(body) ? inside : [[path + strange, { ...body, [strange]: 1 }], ...inside]
}

describe('unknown fields', () => {
  test('[T16 partial] every body with a field that its call does not know is refused and the field named, at any depth', async ({
    shop,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const productId = await makeProduct(admin)
    const before = await shop.core.store.head()
    let tried = 0
    for (const [path, body] of writes(admin.id, productId))
      for (const [field, spoiled] of withStrangeKeys(body)) {
        const answer = await admin.post(path, spoiled)
        expectProblem(answer, 400, 'validation')
        expect(answer.body.errors, `${path} ${field}`).toContainEqual({
          field,
          code: 'unrecognized_keys',
          message: 'Este dato no es parte del pedido.',
        })
        tried++
      }
    expect(tried).toBeGreaterThan(25)
    expect(await eventsAfter(shop, before)).toEqual([])
  })

  test('every call of people refuses a question that it does not know, after it knows who asks', async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const bodies = new Map(
      writes(admin.id, 1).map(([path, body]) => [
        path.replace(/\/(order|batches|unmatched)\/1(?=\/|$)/, '/$1/:id'),
        body,
      ]),
    )
    for (const { method, path, policy } of routesOf(shop.app)) {
      if (!path.startsWith('/api/') || policy === 'provider' || policy === 'subscriber') continue
      const url = `${path.replace(/:\w+/, '1')}?${strange}=1`
      // A picture comes as a form: what stands beside it in the address is refused all the same.
      const isFile = /\/(avatar|pictures|file|receipt)$/.test(path)
      const body = method === 'GET' ? undefined : isFile ? '' : bodies.get(path)
      const headers = isFile ? { 'content-type': 'multipart/form-data; boundary=x' } : {}
      const answer = await admin.send(method, url, body, headers)
      expectProblem(answer, 400, 'validation')
      expect(answer.body.errors, path).toContainEqual(expect.objectContaining({ field: strange }))
      if (policy === 'user' || isPermission(policy))
        expectProblem(await shop.client().send(method, url, body, headers), 401, 'unauthenticated')
    }
  })

  test('what is refused to somebody signed in is logged by its name, never by its value; visitors fill no log', async ({
    shop,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const product = (await admin.get(`/api/product/${await makeProduct(admin)}`)).body
    const written: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => written.push(String(line)) > 0)
    await admin.post('/api/product/modifyproduct', { ...product, seen: { ...product, priceFall: 'secreto' } })
    await shop.client().post('/api/product/sort', { [strange]: 1 })
    vi.mocked(process.stderr.write).mockRestore()
    const lines = written.filter((line) => line.includes('fields refused')).map((line) => JSON.parse(line))
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', route: '/api/product/modifyproduct' })])
    expect(lines[0].fields).toContain('seen.priceFall')
    expect(written.join('')).not.toContain('secreto')
  })

  test('names of any length, number and kind are refused with a short answer', async ({ shop }) => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`campo-${at}`.padEnd(20, 'x'), 1]))
    const sort = { field: 'name', direction: 'ascendente' }
    const client = shop.client()
    expect((await client.post('/api/product/sort', { ...sort, ...many })).body.errors).toHaveLength(20)
    for (const name of ['__proto__', 'constructor', 'x'.repeat(60), 'Field']) {
      const text = `{"field":"name","direction":"ascendente",${JSON.stringify(name)}:{"field":"price"}}`
      expectBadInput(await client.post('/api/product/sort', text), [name])
    }
    expectBadInput(await client.post('/api/product/sort', { ...sort, ['x'.repeat(9000)]: 1 }), ['x'.repeat(60)])
    expectBadInput(await client.post('/api/session/end', { todos: true }), ['todos'])
  })

  test('a product goes back whole as it came, with what is shown beside it', async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const id = await makeProduct(admin)
    const whole = (await admin.get(`/api/product/${id}`)).body
    const saved = await admin.post('/api/product/modifyproduct', { ...whole, name: 'Otro nombre' })
    expect([saved.status, saved.body.product.name]).toEqual([200, 'Otro nombre'])
  })

  test('a contract is closed through everything that contracts are made of', () => {
    const open = z.object({ a: z.object({ b: z.int() }).nullable().default(null) })
    const parts = [z.array(open), z.union([z.string(), open]), open.optional(), open.readonly(), open.transform(String)]
    const sent = { a: { b: 1, c: 2 } }
    for (const [at, schema] of parts.entries()) {
      const value = at === 0 ? [sent] : sent
      expect([at, schema.safeParse(value).success]).toEqual([at, true])
      expect([at, closed(schema as z.ZodType).safeParse(value).success]).toEqual([at, false])
    }
    expect(closed(open).parse({ a: { b: 1 } })).toEqual({ a: { b: 1 } })
    expect(() => closed(z.intersection(open, open))).toThrow('intersection')
  })
})

describe('depth', () => {
  test('[T41 partial] a body nested deeper than ten is refused before it is read, however deep', async ({ shop }) => {
    const client = shop.client()
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    for (const depth of [11, 30_000])
      expectProblem(await client.post('/api/product/sort', nested(depth)), 400, 'too_deep')
    expectProblem(await client.post('/api/product/sort', '{"a":'.repeat(9000)), 400, 'too_deep')
    expectBadInput(await client.post('/api/product/sort', nested(10)), ['body'])
  })

  test('marks in texts are not depth, and no text takes long to look at', () => {
    expect(depthOf('{"a":"[[[[{{{{\\"[[["}')).toBe(1)
    expect(depthOf('[[],[[]]]')).toBe(3)
    expect(depthOf('"\\'.repeat(500_000))).toBe(0)
  })
})
