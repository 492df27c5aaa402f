// The description of the API tells what the router does: every call, every field, every status.
import { expect } from 'vitest'
import { routesOf } from '#backend/http/contract/routes.ts'
import { test } from '#backend/testing/shop-fixture.ts'
import { nameOf } from './document.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
type Json = any

/** Every object schema below, with the way to it. */
function objectsIn(schema: Json, path: string): [string, Json][] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.entries(schema).flatMap(([key, inner]) => objectsIn(inner, `${path}.${key}`))
  return schema.type === 'object' ? [[path, schema], ...inside] : inside
}

test('the document holds every call of the router and no other, each in a sentence', async ({ shop }) => {
  const { status, headers, body } = await shop.client().get('/api/openapi.json')
  const known = { 'if-none-match': headers.get('etag') ?? '' }
  expect((await shop.client().get('/api/openapi.json', known)).status).toBe(304)
  expect([status, headers.get('content-type'), body.openapi]).toEqual([200, 'application/json', '3.1.0'])
  const described = Object.entries<Json>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const served = routesOf(shop.app).filter(({ path }) => path.startsWith('/api/'))
  expect(described.sort()).toEqual(served.map(nameOf).sort())
  expect(served.filter((route) => !route.call).map(nameOf)).toEqual([])
  const operations = Object.values<Json>(body.paths).flatMap((methods) => Object.values<Json>(methods))
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(served.length)
  for (const { operationId, summary } of operations) expect(summary, operationId).toMatch(/^[A-Z].*\.$/)
})

test('a call for the staff tells their roles, and no other call tells any', async ({ shop }) => {
  const { paths } = (await shop.client().get('/api/openapi.json')).body
  expect(paths['/api/order/{id}/refund'].post['x-roles']).toEqual(['admin', 'support'])
  expect(paths['/api/panel/operations'].post['x-roles']).toEqual(['admin', 'operator'])
  const told = Object.values<Json>(paths).flatMap((methods) => Object.values<Json>(methods))
  const isForStaff = (call: Json) => call['x-policy'].includes(':')
  expect(told.filter((call) => call['x-roles'] !== undefined)).toEqual(told.filter(isForStaff))
})

test('bodies and questions are closed in it as they are in the shop, and its references lead somewhere', async ({
  shop,
}) => {
  const { body } = await shop.client().get('/api/openapi.json')
  let bodies = 0
  for (const [path, methods] of Object.entries<Json>(body.paths))
    for (const [method, { requestBody, parameters, responses }] of Object.entries<Json>(methods)) {
      for (const { schema } of Object.values<Json>(requestBody?.content ?? {}))
        for (const [where, object] of objectsIn(schema, `${method} ${path}`)) {
          const isMap = object.propertyNames !== undefined
          expect([where, object.additionalProperties]).toEqual([
            where,
            isMap ? expect.objectContaining({ anyOf: expect.anything() }) : false,
          ])
          bodies++
        }
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const inPath = parameters.filter((parameter: Json) => parameter.in === 'path')
      expect([path, inPath.map(({ name }: Json) => name)]).toEqual([path, named])
      expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['500', '503']))
      expect(
        Object.keys(responses).some((status) => /^2\d\d$/.test(status)),
        path,
      ).toBe(true)
    }
  expect(bodies).toBeGreaterThan(25)
  for (const [, reference] of JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g))
    expect(
      reference?.split('/').reduce((at: Json, key) => at?.[key], body),
      reference,
    ).toBeDefined()
})
